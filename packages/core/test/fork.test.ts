import { showThread } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { readShape } from "./threads.ts";

const output = (...rows: string[]) => readShape(rows.join("\n")).threads.trunks.map(showThread).join("\n");
const judged = (id: string, ...rows: string[]) => readShape(rows.join("\n")).threads.judged(id)?.rule;

describe("forks", () => {
  it("C113: nothing is skipped: entries that the seed's drawings omit are inline", () => {
    expect(output("A1 ┬ U1=r ─ P1", "   └ A2 ─ U2=r ─ A9")).toBe("A1 U1 P1 A2 U2 A9");
    expect(output("A1 ┬ U1=r ─────── A9 ─ U9", "   └ A2 ─ U2=r ─ P2")).toContain("A1 A2 U2 P2 U1 A9 U9");
  });

  it("C115: stitching comes before anything else: parallel results in one millisecond are no replay", () => {
    expect(output("A1 ┬ U1=r@5", "   └ A2@5 ─ U2=r@5 ─ A3")).toBe("A1 U1 A2 U2 A3");
    expect(judged("A1", "A1 ┬ U1=r@5", "   └ A2@5 ─ U2=r@5 ─ A3")).toBe("parallel-result");
  });

  it("C102: one hook below the result does not make a true fork, and neither do twenty", () => {
    const hooks = Array.from({ length: 20 }, (_, index) => `P${index + 1}`).join(" ─ ");
    expect(output(`A1 ┬ U1=r ─ ${hooks}`, "   └ A2 ─ U2=r ─ A3")).toMatch(/^A1 U1 P1 P2 .* P20 A2 U2 A3$/);
  });

  it("C109: a passthrough with messages below it is not structural: the conversation is kept", () => {
    expect(output("A1 ┬ P1 ─ A2 ─ U2", "   └ P2")).toBe("A1 P2 P1 A2 U2");
    expect(judged("A1", "A1 ┬ P1 ─ A2 ─ U2", "   └ P2")).toBe("structural-sibling");
  });

  it("C111: a side of a true fork may begin with a passthrough", () => {
    expect(output("A1 ┬ P1 ─ U1 ─ A2", "   └ U3 ──────── A3")).toBe("A1 | P1 U1 A2 | U3 A3*");
  });

  it.each([
    ["system records", "A1 ┬ S1 ─ U1 ─ A2", "   └ U3 ──────────── A3", "A1 | S1 U1 A2 | U3 A3*"],
    ["local commands", "A1 ┬ U1=command ─ U2=stdout ─ U4 ─ A4", "   └ U3 ─ A3", "A1 | U1 U2 U4 A4* | U3 A3"],
  ])("the test looks through %s", (_, first, second, lines) => expect(output(first, second)).toBe(lines));

  it("a local command is no prompt; one with an expansion is", () => {
    expect(output("A1 ┬ U1=command ─ U2=stdout", "   └ U3 ─ A3")).toBe("A1 U1 U2 U3 A3");
    expect(output("A1 ┬ U1=command ─ U2=meta ─ A2", "   └ U3 ─ A3")).toBe("A1 | U1 U2 A2* | U3 A3");
  });

  it("an interrupt is no prompt", () => {
    expect(output("A1 ┬ U1=r", "   └ U2=interrupt ─ U3 ─ A3")).toBe("A1 U1 U2 U3 A3");
  });

  it("several sides that continue are merged by time, parents first, and the fork is named", () => {
    const rows = ["U1 ┬ A2@2 ─ U2=r@5 ─ A4@9", "   └ A1@1 ─ A3@4"];
    expect(output(...rows)).toBe("U1 A1 A2 A3 U2 A4");
    expect(judged("U1", ...rows)).toBe("fake-fork");
  });

  it("two prompts below two sides of one turn compete after the turn", () => {
    const { threads, rules } = readShape(
      ["A1 ┬ A2@2 ─ U2=r@3 ─ U4@9 ─ A4@10", "   └ U1=r@1 ─ A3@4 ─ U5@20 ─ A5@21"].join("\n"),
    );
    expect(threads.trunks.map(showThread)).toEqual(["A1 U1 A2 U2 A3 | U4 A4 | U5 A5*"]);
    expect(rules).toContain("unexpected-fork");
  });

  it("a side without an answer is a draft, unless no side has an answer", () => {
    const { tree } = readShape("A1 ┬ U1\n   └ U2 ─ A2");
    expect(JSON.stringify(tree)).toContain('"rule":"draft"');
    expect(JSON.stringify(readShape("A1 ┬ U1\n   └ U2").tree)).not.toContain('"rule":"draft"');
  });

  it("C064: a rule that omits a side loses nothing: missing entries are inserted, and this is reported", () => {
    const careless = {
      name: "careless",
      judge: ({ children }: { children: readonly unknown[] }) => ({ inline: [], next: children[0] }),
    };
    const { threads, rules } = readShape("A1 ┬ U1=r ─ A2\n   └ U2=r ─ A3", [{ fork: [careless as never] }]);
    expect(threads.trunks.map(showThread)).toEqual(["A1 U1 U2 A2 A3"]);
    expect(rules).toContain("incomplete-walk");
  });

  it("a rule of an extension runs before those of core, and may lay out or merge sides", () => {
    const rows = "A1 ┬ P1@9\n   └ U1=r ─ A2";
    const last = { name: "mine", judge: ({ children }: { children: readonly unknown[] }) => ({ merge: children }) };
    const { threads } = readShape(rows, [{ fork: [last as never] }]);
    expect([threads.judged("A1")!.rule, ...threads.trunks.map(showThread)]).toEqual(["mine", "A1 U1 A2 P1"]);
  });
});
