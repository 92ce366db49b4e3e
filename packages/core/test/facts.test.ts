import { describe, expect, it } from "vitest";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const output = (drawing: string) => show(readShape(drawing));
const ruleAt = (id: string, drawing: string) => readShape(drawing).threads.judged(id)?.rule;

/** A fork is true if two of its sides lead to a prompt. These tests show what counts as a prompt. */
describe("what leads to a prompt", () => {
  it.each([
    [
      "a command that expands into the text of a skill is a prompt",
      "A1 ┬ U2=command ─ U3=skill ─ A2\n   └                            U4 ─ A3",
      "A1 | U2 U3 A2 | U4 A3*",
    ],
    [
      "a command with only a hook below it is no prompt",
      "A1 ┬ U1=command ─ H1\n   └                  U3 ─ A3",
      "A1 U1 H1 U3 A3",
    ],
    [
      "an answer with a note of the client below it is no prompt",
      "A0 ┬ A1 ─ U1=meta\n   └              U2 ─ A2",
      "A0 A1 U1 U2 A2",
    ],
    [
      "commands of a sidechain are no prompts, even with an expansion",
      "A1' ┬ U2'=command ─ U3'=meta ─ A2'\n    └                                U4'=command ─ U5'=meta ─ A3'",
      "A1' U2' U3' A2' U4' U5' A3'",
    ],
    [
      "a hook beside the prompt of its side does not hide it",
      "A1 ┬ P1 ┬ P2\n   │    └ U1 ─ A2\n   └               U3 ─ A3",
      "A1 | P1 P2 U1 A2 | U3 A3*",
    ],
    [
      "of several messages below a hook the earliest counts: here a prompt",
      "A1 ┬ P1@1 ┬ P2@2 ─ A2@9\n   │      └ P3@3 ─ U1@5 ─ A3@6\n   └                            U3@20 ─ A4@21",
      "A1 | P1 P2 P3 A2 U1 A3 | U3 A4*",
    ],
    [
      "of several messages below a hook the earliest counts: here an answer, so the turn comes before the branches",
      "A1 ┬ P1@1 ┬ P2@2 ─ A2@4\n   │      └ P3@3 ─ U1@5 ─ A3@6\n   └                            U3@20 ─ A4@21",
      "A1 P1 P2 P3 A2 | U1 A3 | U3 A4*",
    ],
  ])("%s", (_, drawing, lines) => expect(output(drawing)).toBe(lines));

  it("the output of a command counts as a local command, including a note of the client at its end", () => {
    const drawing = "A1 ┬ U1=command ─ U2=stdout ─ U4=meta\n   └                                   U3 ─ A2";
    expect(output(drawing)).toBe("A1 U1 U2 U4 U3 A2");
    expect(ruleAt("A1", drawing)).toBe("local-command");
  });
});

/** The position at which a turn ends in the file distinguishes two processes from a rewind. */
describe("where a turn ends", () => {
  it.each([
    ["at a result that is the last of it", "A1 ┬ U1 ─ A2 ──── U3=r\n   └           U2 ─ A3", "concurrent-resume"],
    ["not at a hook that comes after it", "A1 ┬ U1 ─ A2 ──── P1\n   └           U2 ─ A3", "rewind"],
  ])("%s", (_, drawing, rule) => expect(ruleAt("A1", drawing)).toBe(rule));
});

describe("the trace of a resumed session", () => {
  /** An answer, and beside it a session that may have been resumed. */
  const beside = (first: Json) => {
    const records: Json[] = [
      { type: "assistant", uuid: "a", parentUuid: null, message: { id: "m1", content: "one" } },
      { type: "user", uuid: "u", parentUuid: "a", message: { content: "and?" } },
      { uuid: "r", parentUuid: "a", ...first },
      { type: "assistant", uuid: "z", parentUuid: "r", message: { id: "m2", content: "two" } },
    ];
    const { threads } = read({ "s1.jsonl": jsonl(...records) });
    return threads.isResumed("r");
  };
  const answer = (message?: Json): Json => ({ type: "assistant", message });
  const text = (words: string) => ({ type: "text", text: words });
  const words = "No response requested.";

  it.each<[string, boolean, Json]>([
    ["an answer of the client itself", true, answer({ model: "<synthetic>", content: [text(words)] })],
    ["the same text from a model", false, answer({ model: "claude", content: [text(words)] })],
    ["an error that the client wrote", false, answer({ model: "<synthetic>", content: [text("API Error")] })],
    ["an answer of the client without text", false, answer({ model: "<synthetic>", content: [] })],
    ["an answer without a message", false, answer()],
    ["a hook", true, { type: "attachment", attachment: { type: "hook_success", hookName: "SessionStart:resume" } }],
    [
      "progress of a hook",
      true,
      { type: "progress", data: { type: "hook_progress", hookName: "SessionStart:resume" } },
    ],
    ["a hook of another start", false, { type: "progress", data: { hookName: "SessionStart:startup" } }],
  ])("%s: %s", (_, isResumed, record) => expect(beside(record)).toBe(isResumed));

  it("is found below a note of the client", () => {
    const drawing = "A1 ─ U1=r ┬ A2\n          └    S1 ─ A3=resume ─ U2 ─ A4";
    const { threads } = readShape(drawing);
    expect(threads.judged("U1")!.rule).toBe("resumed-session");
    expect(threads.isResumed("S1")).toBe(true);
  });

  it("is not found below a compaction: the session had continued before", () => {
    const drawing = "A1 ─ U1=r ┬ A2\n          └    S1=compact ─ A3=resume ─ U2 ─ A4";
    expect(readShape(drawing).threads.isResumed("S1")).toBe(false);
  });

  it("must be on one side only: if two sides have it, none is marked", () => {
    const { threads } = readShape("A1 ─ U1=r ┬ A2=resume ─────── A3\n          └      A4=resume ─ A5");
    expect(threads.isResumed("A2")).toBe(false);
    expect(threads.judged("U1")!.rule).toBe("fake-fork");
  });
});

/** A result answers the calls of one API message. The rules of parallel work use them. */
describe("the calls of a message", () => {
  const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
  const answer = (uuid: string, parentUuid: string | null, id: string, calls: readonly string[], more: Json = {}) => ({
    type: "assistant",
    uuid,
    parentUuid,
    message: { id, content: calls.length > 0 ? calls.map(call) : [{ type: "text", text: uuid }] },
    ...more,
  });
  const result = (uuid: string, parentUuid: string, id: string) => ({
    type: "user",
    uuid,
    parentUuid,
    message: { content: [{ type: "tool_result", tool_use_id: id, content: "x" }] },
  });
  const rules = (...records: Json[]) => {
    const { dag, threads } = read({ "s1.jsonl": jsonl(...records) });
    return [...dag.entries.keys()].flatMap((id) => (threads.judged(id) ? `${id} ${threads.judged(id)!.rule}` : []));
  };

  it("are those of all its parts: a result may be below another part than its call", () => {
    const parts = [answer("a1", null, "m", ["c1"]), answer("a2", "a1", "m", ["c2"])];
    expect(rules(...parts, result("r1", "a2", "c1"), answer("a3", "a2", "m", ["c3"]))).toEqual(["a2 parallel-result"]);
  });

  it.each<[string, Json[], string]>([
    ["beside a call", [result("r0", "a1", "c0"), answer("a2", "a1", "m1", [])], "fake-fork"],
    [
      "beside the result of one of them",
      [result("r0", "a1", "c0"), result("r1", "a1", "c1"), answer("a2", "a1", "m1", ["c2"])],
      "fake-fork",
    ],
    [
      "continuing beside a call that ends",
      [
        answer("a2", "a1", "m1", ["c2"]),
        result("r2", "a2", "c2"),
        result("r0", "a1", "c0"),
        answer("a3", "r0", "m3", []),
      ],
      "fake-fork",
    ],
  ])("are not those of the previous message: a result of its call, %s, is no parallel work", (_, records, rule) => {
    const before = [answer("a0", null, "m0", ["c0"]), answer("a1", "a0", "m1", ["c1"])];
    expect(rules(...before, ...records)).toEqual([`a1 ${rule}`]);
  });

  it("are unknown below a result: any result may be beside the next call", () => {
    expect(ruleAt("U1", "A0 ─ U1=r ┬ U2=r\n          └     A2 ─ A3")).toBe("parallel-result");
  });
});
