import { describe, expect, it } from "vitest";
import { defaultRules, resolveRules } from "../src/index.ts";
import { sweepFacts } from "../src/thread/facts.ts";
import { answers, callIds, callNames } from "../src/thread/fork/call-ids.ts";
import { kindsOf } from "../src/thread/fork/kind.ts";
import { jsonl, read, readShape } from "./threads.ts";

/** Forks at the edges of the rules. Each rule is tried on each, as if it were the only one. */
const forks: readonly string[] = [
  "A1 ┬ U1=r ─ P1\n   └ A2 ─ U2=r ─ A3",
  "A1 ┬ U1=r ─ A3\n   └ A2 ─ U2=r",
  "A1 ┬ U1\n   └ A2 ─ A3",
  "A1 ┬ U1=r ─ A3\n   └ A2 ─ U2=r ─ A4 ─ U3",
  "A1 ┬ U1=r\n   ├ U2=r\n   └ A2 ─ A3",
  "A1 ┬ U1=r\n   ├ A4\n   └ A2 ─ A3",
  "A1 ┬ U1=r\n   └ U2=r ─ A3",
  "A1 ┬ U1=r\n   └ P1",
  "A1 ┬ U1=r\n   ├ P1\n   └ P2 ─ A2",
  "A1 ┬ P1\n   ├ P2\n   └ U1=r ─ A2",
  "A1 ┬ P1 ─ A2\n   └ P2 ─ U2=r ─ A3",
  "A1 ┬ P1 ─ A2 ─ U1\n   └ A3 ─ P2",
  "A1 ┬ U1=r\n   └ S1",
  "A1 ┬ S1\n   └ S2",
  "A1 ┬ S1\n   ├ U1=r\n   └ A2",
  "A1 ┬ S1\n   ├ S2\n   └ U1 ─ A2",
  "A1 ┬ S1 ─ A3\n   └ U1 ─ A2",
  "A1 ┬ U1=meta\n   └ A2",
  "A1 ┬ U1=interrupt\n   └ U2=interrupt",
  "A1 ┬ U1=interrupt\n   └ U2=meta",
  "A1 ┬ U1=interrupt\n   └ A2",
  "A1 ┬ U1=interrupt\n   ├ P1\n   └ U2=r",
  "A1 ┬ U1=interrupt\n   ├ S1\n   └ U2=r",
  "U1 ┬ A1\n   └ A2",
  "U1 ┬ A1=m1\n   └ A2=m1",
  "U1 ┬ A1=m1\n   ├ P1\n   └ A2=m1 ─ A3",
  "U1 ┬ A1=m1\n   ├ U2=meta\n   └ A2=m1 ─ A3",
  "A0 ─ U1=r ┬ U2=meta\n          └ A2",
  "A1=m1 ┬ A2=m1\n      ├ U1=r\n      └ U2=meta",
  "A1=m1 ┬ A2=m1 ─ A3\n      ├ U1=r ─ A4\n      └ S1",
  "A1 ┬ U1=command ─ U2=stdout\n   └ A2 ─ A3",
  "A1 ┬ U1=command ─ U2=stdout\n   ├ U4=meta ─ A4\n   └ A2 ─ A3",
  "U1=caveat ┬ U2=command\n          ├ A4 ─ A5\n          └ A2 ─ A3",
  "U1=caveat ┬ A4 ─ A5\n          └ A2 ─ A3",
  "U1=r1 ┬ A1=resume\n      └ A2=resume ─ A3",
  "U1 ┬ A1=resume\n   └       A2 ─ A3",
  "U1 ┬ A2\n   └    A1=resume ─ A3",
  "A1 ┬ U1=r ─ A2\n   └ U2=skill",
  "A1 ┬ U1=r ─ A2\n   ├ U3=r\n   └ U2=skill",
  "A1 ┬ U1=r ─ A2\n   ├ U3=skill\n   └ U2=skill ─ U4 ─ A3",
  "A1 ┬ U2=skill\n   └ U3=skill",
  "A1 ┬ U1=skill ─ A2\n   └ U3=meta",
];

describe("the edges of the rules", () => {
  it("each rule takes what it draws, and leaves what another draws", async () => {
    const output = forks.map((drawing) => {
      const { dag } = readShape(drawing);
      const facts = sweepFacts(dag);
      const at = [...dag.entries.values()].find((entry) => facts.below(entry).length > 1)!;
      const children = facts.below(at);
      const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id).join(" ");
      const rows = defaultRules.fork.flatMap(({ name, judge }) => {
        const verdict = judge({ at, children, facts });
        if (verdict === undefined) return [];
        if ("merge" in verdict) return `${name}: merge ${ids(verdict.merge)}`;
        if ("sequence" in verdict) return `${name}: ${ids(verdict.sequence)} in turn`;
        return `${name}: ${ids(verdict.inline)}${verdict.next ? `, then ${verdict.next.id}` : ""}`;
      });
      return `${drawing}\n\n${rows.join("\n") || "no rule"}\n`;
    });
    await expect(output.join("\n")).toMatchFileSnapshot("verdicts/boundaries.txt");
  });
});

describe("calls and results", () => {
  const entry = (content: unknown, more: Record<string, unknown> = {}) => {
    const { dag } = read({ "s.jsonl": jsonl({ type: "user", uuid: "u", message: { content }, ...more }) });
    return dag.entries.get("u")!;
  };
  const use = { type: "tool_use", id: "c1", name: "Read" };
  const result = (id: unknown) => ({ type: "tool_result", tool_use_id: id, content: "x" });

  it("ids and names of calls are those of calls, and texts", () => {
    const called = entry([
      use,
      { type: "text", id: "t", name: "n", text: "x" },
      { type: "tool_use", id: 7, name: null },
    ]);
    expect([callIds(called), callNames(called)]).toEqual([["c1"], ["Read"]]);
    expect(callIds(entry([], { message: undefined }))).toEqual([]);
  });

  it.each<[string, unknown, string[], boolean]>([
    ["results of the message's calls", [result("c1"), result("c2")], ["c1", "c2"], true],
    ["a result of another message", [result("c1"), result("c9")], ["c1", "c2"], false],
    ["results where no calls are recorded", [result("c1")], [], true],
    ["a result whose call is not named", [result(7)], ["c1"], true],
    ["a prompt", "go", ["c1"], false],
    ["an entry without content", [], ["c1"], true],
  ])("%s: %s", (_, content, calls, expected) => expect(answers(entry(content), new Set(calls))).toBe(expected));

  it("text that the client writes in the user's name may answer a call", () => {
    expect(answers(entry("context", { isMeta: true }), new Set(["c1"]))).toBe(true);
    expect(answers(entry("[Request interrupted by user]"), new Set(["c1"]))).toBe(true);
  });
});

describe("kinds", () => {
  it("the kind rule of an extension runs first, and a side that no rule takes is a rewind", () => {
    const { dag } = readShape("A1 ┬ U1 ─ A2\n   └           U2 ─ A3");
    const facts = sweepFacts(dag);
    const starts = facts.below(dag.entries.get("A1")!);
    const fork = { at: dag.entries.get("A1"), starts, facts };
    const mine = { name: "draft" as const, take: () => starts.slice(0, 1) };
    const named = (extension: object) =>
      [...kindsOf(fork, resolveRules([extension]).kind)].map(([{ id }, kind]) => `${id} ${kind}`);
    expect(named({ kind: [mine] })).toEqual(["U1 draft", "U2 rewind"]);
    expect(named({ off: defaultRules.kind.map(({ name }) => name) })).toEqual(["U1 rewind", "U2 rewind"]);
  });

  it.each([
    [
      "three at once: the one that runs longest counts",
      "A1 ┬ U1 ──────────────────────────── A2\n   ├     U2 ─ A3\n   └                  U3 ─ A4",
      ["U1 concurrent-resume", "U2 concurrent-resume", "U3 concurrent-resume"],
    ],
    [
      "two at once, and one after them",
      "A1 ┬ U1 ──── A2\n   ├     U2 ──── A3\n   └                  U3 ─ A4",
      ["U1 concurrent-resume", "U2 concurrent-resume", "U3 rewind"],
    ],
    [
      "one after another",
      "A1 ┬ U1 ─ A2\n   ├          U2 ─ A3\n   └                   U3 ─ A4",
      ["U1 rewind", "U2 rewind", "U3 rewind"],
    ],
  ])("%s", (_, drawing, expected) => {
    const { threads } = readShape(drawing);
    expect(threads.trunks[0]!.sides.map(({ thread, rule }) => `${thread.entries[0]!.id} ${rule}`)).toEqual(expected);
  });
});
