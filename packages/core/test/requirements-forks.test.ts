import { shapeRecords } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import type { Message } from "@ccdag/ccast";
import { jsonl, read, readShape, show } from "./threads.ts";

const output = (...rows: readonly string[]) => show(readShape(rows.join("\n")));
const rule = (id: string, ...rows: readonly string[]) => readShape(rows.join("\n")).threads.judged(id)?.rule;

/** The sides of a fork in a drawing that show its rule and the order, where times alone would give another one. */
describe("requirements of side branches", () => {
  it("C100: a result and the next call of its turn are one thread", () => {
    const { threads, rules } = readShape("A1 ┬ U1=r\n   └ A2 ─ U2=r ─ A3");
    expect(threads.trunks.map(({ sides }) => sides)).toEqual([[]]);
    expect(output("A1 ┬ U1=r", "   └ A2 ─ U2=r ─ A3")).toBe("A1 U1 A2 U2 A3");
    expect(rules).toEqual([]);
  });

  it("C101: all results that end stand before the answer that continues, with their hooks", () => {
    const rows = ["A1 ┬ U1=r@8 ─ H1@9", "   ├ U2=r@7", "   └ A2@1 ─── U3=r@2 ─ A3@3"];
    expect(output(...rows)).toBe("A1 U2 U1 H1 A2 U3 A3");
    expect(rule("A1", ...rows)).toBe("parallel-result");
  });

  it("C102: successful hooks below a result make no fork of it, with a prompt after the turn", () => {
    const rows = ["A1 ┬ U1=r ─ H1=of:U1 ─ H2=of:U1", "   └ A2 ─ U2=r ─ A3 ────────────── U3 ─ A4"];
    expect(output(...rows)).toBe("A1 U1 H1(U1) H2(U1) A2 U2 A3 U3 A4");
    expect(rule("A1", ...rows)).toBe("parallel-result");
  });

  it("C103: a call that ends stands before the result that continues", () => {
    const rows = ["A1 ┬ U1=r@1 ─────── A3@2 ─ U3@3 ─ A4@4", "   └ A2@8 ─ U2=r@9"];
    expect(output(...rows)).toBe("A1 A2 U2 U1 A3 U3 A4");
    expect(rule("A1", ...rows)).toBe("dead-end-call");
  });

  const besides = (...records: readonly object[]) =>
    read({
      "s1.jsonl": jsonl(
        { type: "assistant", uuid: "A1", parentUuid: null, message: { id: "m", content: "x" } },
        ...records.map((record, index) => ({ uuid: `X${index}`, parentUuid: "A1", ...record })),
        { type: "user", uuid: "U1", parentUuid: "A1", message: { content: "go" } },
        { type: "assistant", uuid: "A2", parentUuid: "U1", message: { id: "n", content: "y" } },
      ),
    }).threads;

  it.each([
    ["C104: an attachment", { type: "attachment", attachment: { type: "todo_reminder" } }],
    ["C104: a successful hook", { type: "attachment", attachment: { type: "hook_success", hookName: "Stop" } }],
    ["C104: a resumed start", { type: "attachment", attachment: { type: "x", hookName: "SessionStart:resume" } }],
    ["C104: progress", { type: "progress", data: { type: "hook_progress" } }],
  ])("%s is passthrough", (_, record) => {
    expect(besides(record).judged("A1")?.rule).toBe("structural-sibling");
  });

  it("C104: a queued command, and a note of the system, are not", () => {
    expect(rule("A1", "A1 ┬ Q1=done", "   └ U1=r ─ A2")).not.toBe("structural-sibling");
    expect(besides({ type: "system", subtype: "turn_duration" }).judged("A1")?.rule).toBe("system-sibling");
  });

  it("C105: structural siblings collapse beside no other child or one, not beside two", () => {
    expect(rule("A1", "A1 ┬ P1", "   └ P2")).toBe("structural-sibling");
    expect(rule("A1", "A1 ┬ P1", "   ├ P2", "   └ U1=r ─ A2")).toBe("structural-sibling");
    expect(rule("A1", "A1 ┬ P1", "   ├ U1=r ─ A2", "   └ U2=r ────── A3")).toBe("tool-flow");
  });

  it("C106: two hooks far apart in time stand one after another, and the thread ends", () => {
    const { threads } = readShape("A1 ┬ P1@900\n   └ P2@5");
    expect(threads.trunks).toMatchObject([{ sides: [] }]);
    expect(output("A1 ┬ P1@900", "   └ P2@5")).toBe("A1 P2 P1");
  });

  it("C107: a hook beside a user entry is in the thread, which the user entry continues", () => {
    const { threads, rules } = readShape("A1 ┬ U1@5 ─ A2@6\n   └              P1@9");
    expect(output("A1 ┬ U1@5 ─ A2@6", "   └              P1@9")).toBe("A1 P1 U1 A2");
    expect([threads.trunks[0]!.sides, rules]).toEqual([[], []]);
  });

  it("C108: a user entry above hooks only is no structural sibling", () => {
    expect(rule("A1", "A1 ┬ U1=r ─ P1", "   └ A2 ─ U2=r ─ A3")).toBe("parallel-result");
    expect(rule("A1", "A1 ┬ U1=r ─ P1", "   └ U2=r ────── A2")).toBe("tool-flow");
  });

  it("C109: hooks with conversation below them do not collapse", () => {
    const rows = ["A1 ┬ P1@5 ─ A2@9", "   └ U1=r@6 ───── A3@7"];
    expect(rule("A1", ...rows)).toBe("tool-flow");
    expect(output(...rows)).toBe("A1 P1 U1 A3 A2");
  });

  it("C110: where only progress continues, what ended stands before it", () => {
    const rows = ["A1 ┬ U1=r@8 ─ H1@9", "   └ P1@1 ─ A2@2 ┬ U2=r@7", "                 └ P2@3 ─ U3=r@4 ─ A3@5"];
    expect(output(...rows)).toBe("A1 U1 H1 P1 A2 U2 P2 U3 A3");
    expect([rule("A1", ...rows), rule("A2", ...rows)]).toEqual(["live-passthrough", "live-passthrough"]);
  });

  it("C111: such a fork with a prompt on each side is a rewind", () => {
    const rows = ["A1 ┬ U1 ─ A2", "   └          P1 ─ U3 ─ A3"];
    expect(output(...rows)).toBe("A1 | U1 A2 | P1 U3 A3*");
    expect(rule("A1", ...rows)).toBe("rewind");
  });

  it.each([1, 21, 2000])("C112: an answer is found below %i hooks", (depth) => {
    const hooks = Array.from({ length: depth }, (_, index) => `P${index} ─ `).join("");
    const rows = ["A1 ┬ A2 ─ U2=r", `   └              U1=r ─ ${hooks}A3`];
    expect(rule("A1", ...rows)).toBe("dead-end-call");
    expect(rule("A1", ...rows.map((row) => row.replace(/ ─ A3$/, "")))).toBe("parallel-result");
  });

  it("C116: results stand in the order of completion, each in its call", () => {
    const drawing = "A1 ┬ U1=r@9\n   └ U2=r@5 ─ A2@10";
    expect(output(drawing)).toBe("A1 U2 U1 A2");
    const [message] = (readShape(drawing).tree.children[0] as { children: unknown[] }).children as Message[];
    expect(message!.children).toMatchObject([
      { id: "call-U1", result: { uuid: "U1" } },
      { id: "call-U2", result: { uuid: "U2" } },
    ]);
  });
});

describe("requirements of branches", () => {
  it("C007: a rewind makes a branch for each side; any other fork stays linear, an unknown one with a remark", () => {
    const rewound = readShape("A1 ┬ U1 ─ A2\n   └          U2 ─ A3");
    const [session] = rewound.tree.children as unknown as Array<{ children: Array<{ type: string }> }>;
    expect(session!.children.map(({ type }) => type)).toEqual(["message", "branch", "branch"]);
    const other = readShape("U1 ┬ A1 ─ A3\n   └ A2");
    expect([show(other), other.rules]).toEqual(["U1 A1 A2 A3", ["fake-fork"]]);
  });

  it.each([
    ["C067: a rewind branches", "A1 ┬ U1 ─ A2\n   └          U2 ─ A3", "A1 | U1 A2 | U2 A3*"],
    ["C067: sides of a turn do not", "A1 ┬ U1=r\n   └ A2 ─ U2=r ─ A3", "A1 U1 A2 U2 A3"],
    ["C067: copies do not", "A1 ┬ U1=go@5 ─ A2=m:x@6\n   └ U2=go@5 ─ A3=m:x@6", "A1 U1 A2"],
    ["C067: a side without a prompt does not", "A1 ┬ U1 ─ A2\n   └          A3 ─ A4", "A1 A3 A4 U1 A2"],
  ])("%s", (_, drawing, lines) => expect(output(drawing)).toBe(lines));

  it("C083: of copies and another prompt beside them, the copies are one side", () => {
    const { dag } = readShape("A1 ┬ U1=go@5\n   ├ U2=go@5\n   └ U3=stop@9 ─ A2@10");
    expect(dag.copies.map(({ entry, of }) => `${entry.id}→${of.id}`)).toEqual(["U2→U1"]);
    expect(output("A1 ┬ U1=go@5", "   ├ U2=go@5", "   └ U3=stop@9 ─ A2@10")).toBe("A1 | U1 | U3 A2*");
  });

  it("C114: six shapes are distinguished, whatever their times", () => {
    const shapes = [
      ["A1 ┬ U1=r", "   └ A2 ─ U2=r ─ A3"],
      ["A1 ┬ U1=r ─────── A3", "   └ A2 ─ U2=r"],
      ["A1 ┬ U1=r", "   └ P1 ─ A2"],
      ["A1 ┬ P1", "   └ U1 ─ A2"],
      ["A1 ┬ U1 ─ A2", "   └          U2 ─ A3"],
      ["A1 ┬ U1=go ─ A2=m:x", "   └ U2=go ─ A3=m:x"],
    ];
    const expected = [
      "parallel-result",
      "dead-end-call",
      "live-passthrough",
      "structural-sibling",
      "rewind",
      undefined,
    ];
    expect(shapes.map((rows) => rule("A1", ...rows))).toEqual(expected);
    const atOneTime = shapes.map((rows) =>
      shapeRecords(rows.join("\n")).map((record) => ({ ...record, timestamp: "2026-01-01T00:00:00Z" })),
    );
    const judged = atOneTime.map((records) => read({ "s1.jsonl": jsonl(...records) }).threads.judged("A1")?.rule);
    expect(judged).toEqual(expected);
  });
});
