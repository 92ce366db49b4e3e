import { describe, expect, it } from "vitest";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const output = (drawing: string) => show(readShape(drawing));
const rules = (drawing: string) => {
  const { dag, threads } = readShape(drawing);
  return [...dag.entries.keys()].flatMap((id) => (threads.judged(id) ? `${id} ${threads.judged(id)!.rule}` : []));
};
const user = (uuid: string, parentUuid: string | null, content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:00:00Z",
  message: { role: "user", content },
  ...more,
});
const answer = (uuid: string, parentUuid: string | null, id: string, ...content: Json[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:01:00Z",
  message: { id, content },
});
const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
const result = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });
const trunk = (...records: Json[]) => show(read({ "s.jsonl": jsonl(...records) }));

/** Shapes that were once judged wrongly. */
describe("a copy below its original", () => {
  it("does not split the conversation that continued in between", () => {
    expect(output("U0 ─ A1 ─ U1=done ─ A2 ─ U5 ─ A5 ─ Q1=done ─ A6 ─ U7 ─ A7")).toBe("U0 A1 U1 A2 U5 A5 A6 U7 A7");
  });

  it("does not count if a prompt is in between: no message continues across a prompt", () => {
    const drawing = "U1=continue ─ A1=m1:done ─ U2=continue ─ A2=m1:done ─ U3=continue ─ A3=m1:done ─ U4 ─ A4";
    expect(output(drawing)).toBe("U1 A1 U2 A2 U3 A3 U4 A4");
    expect(output("U1 ─ A1=m1:done ─ U2 ─ A2=m1:done ─ U3 ─ A3=m1:bye")).toBe("U1 A1 U2 A2 U3 A3");
  });
});

describe("text that only a copy has", () => {
  const stretch = (copied: Json[]) => [
    user("p", null, "go"),
    answer("a", "p", "m1", call("c1")),
    user("r", "a", [result("c1", "one")]),
    answer("b", "p", "m1", call("c1")),
    user("s", "b", copied),
  ];

  it("stays: text beside a result, and a result of a call that is no copy", () => {
    expect(trunk(...stretch([result("c1", "one"), { type: "text", text: "only here" }]))).toContain("s");
    expect(trunk(...stretch([result("c1", "one"), result("c2", "two")]))).toContain("s");
    expect(trunk(...stretch([result("c1", "one")]))).toBe("p a r");
  });

  it("of a notification without a task, or with only a summary, is compared whole", () => {
    const note = (words: string) => `<task-notification>${words}</task-notification>`;
    const queued = (uuid: string, prompt: string): Json => ({
      type: "attachment",
      uuid,
      parentUuid: "n",
      attachment: { type: "queued_command", commandMode: "task-notification", prompt },
    });
    const folded = (first: string, second: string) =>
      read({ "s.jsonl": jsonl(user("n", null, note(first)), queued("q", note(second))) }).dag.copies.length;
    expect(folded("green", "FAILED")).toBe(0);
    expect(folded("green", "green")).toBe(1);
    expect(folded("<task-id>b</task-id><summary>1</summary>", "<task-id>b</task-id><summary>2</summary>")).toBe(0);
    const done = "<task-id>b</task-id><status>completed</status>";
    expect(folded(`${done}<summary>1</summary>`, `${done}<summary>2</summary>`)).toBe(0);
  });
});

describe("a stretch that was written again", () => {
  it.each([
    [
      "a notice",
      "A0 ─ U0=interrupt ┬ U1=a+b ─ A1=m1:x ─ A9=m1:y\n                  └ U2=a ─ U3=b ─ A2=m1:x ─ A8=m1:y ─ U4 ─ A3",
      "A0 U0 U1 A1 A9 U4 A3",
    ],
    [
      "local commands",
      "U0=caveat ─ U8=command ─ U9=stdout ┬ U1=a+b ─ A1=m1:x ─ A9=m1:y\n                                   └ U2=a ─ U3=b ─ A2=m1:x ─ A8=m1:y ─ U4 ─ A3",
      "U0 U8 U9 U1 A1 A9 U4 A3",
    ],
  ])("below %s is recognised", (_, drawing, lines) => expect(output(drawing)).toBe(lines));

  it("does not exist if both prompts were answered, below a hook or not", () => {
    expect(output("A0 ┬ U1=go@5 ─ P1 ─ A1\n   └                    U2=go@5 ─ P2 ─ A2")).toBe(
      "A0 | U1 P1 A1 | U2 P2 A2*",
    );
  });

  it("does not exist in a file without links, where every entry is a beginning", () => {
    const again = (uuid: string) => user(uuid, null, "continue");
    expect(read({ "s.jsonl": jsonl(again("a"), again("b"), again("c")) }).dag.copies).toEqual([]);
  });
});

describe("forks", () => {
  it("a skill's text with a prompt below it makes no draft of the result beside it", () => {
    expect(output("A1 ┬ U1=r\n   └ U2=skill ─ U3 ─ A3")).toBe("A1 U2 U1 U3 A3");
  });

  it("a skill's text beside a leaf of another kind is laid out, regardless of the tool's name", () => {
    const records = [
      answer("A1", null, "m1", { ...call("c1"), name: "SlashCommand" }),
      user("x", "A1", "context", { isMeta: true }),
      user("y", "A1", "body", { isMeta: true, sourceToolUseID: "c1" }),
      user("z", "y", "and now?"),
      answer("A2", "z", "m2", { type: "text", text: "so" }),
    ];
    expect(trunk(...records)).toBe("A1 y x z A2");
  });

  it("a true fork at the end of a merged turn belongs to the entry at which it was made", () => {
    const drawing =
      "A1=m1 ┬ A2=m1@2 ─ U2=r@5 ─ A4@9 ─ S1@10 ┬ U5@11 ─ A5@12\n      │                                 └                    U6@13 ─ A6@14\n      └ U1=r@1 ─ A3@4";
    expect(output(drawing)).toBe("A1 U1 A2 A3 U2 A4 S1 | U5 A5 | U6 A6*");
    expect(rules(drawing)).toEqual(["A1 tool-flow", "S1 rewind"]);
    expect(readShape(drawing).rules).not.toContain("unexpected-fork");
  });

  it("a command that expands below a hook is a prompt", () => {
    expect(output("A1 ┬ U2=command ─ H1 ─ U3=meta ─ A2\n   └                                     U4 ─ A3")).toBe(
      "A1 | U2 H1 U3 A2 | U4 A3*",
    );
  });

  it("calls of one message are one group, also those above the fork", () => {
    expect(
      rules("U0 ─ A1=m1 ┬ A2=m1 ┬ U1=r\n           │       └ U2=r ─ A3\n           └                      U3=r"),
    ).toContain("A2 tool-flow");
  });

  it("a user who returns with a local command is no second process", () => {
    const drawing = "A1 ┬ U1 ─ A2 ──────────────── U3=caveat ─ U4=command ─ U5=stdout ─ U6\n   └            U2 ─ A3";
    expect(rules(drawing)).toEqual(["A1 rewind"]);
  });

  it("a resumed session beside the side that continues is not marked", () => {
    const { threads } = readShape("A1 ┬ A9=resume\n   └              A2 ─ U2 ─ A3");
    expect(threads.isResumed("A9")).toBe(false);
  });
});

describe("beginnings", () => {
  const twice = (between: Json) =>
    trunk(
      user("a", null, "one"),
      answer("b", "a", "m1", { type: "text", text: "1" }),
      between,
      user("c", null, "two"),
      answer("d", "c", "m2", { type: "text", text: "2" }),
    );

  it.each<[string, Json, boolean]>([
    ["the hook of a prompt", user("h", "b", "<user-prompt-submit-hook>x</user-prompt-submit-hook>"), true],
    ["the hook of a session's start", user("h", null, "<session-start-hook>x</session-start-hook>"), false],
    [
      "an attachment that mentions SessionStart",
      { type: "attachment", uuid: "h", parentUuid: "b", attachment: { type: "file", content: '"SessionStart"' } },
      true,
    ],
    [
      "a session-start hook in an attachment",
      {
        type: "attachment",
        uuid: "h",
        parentUuid: null,
        attachment: { type: "hook_success", hookEvent: "SessionStart" },
      },
      false,
    ],
    [
      "session-start progress",
      { type: "progress", uuid: "h", parentUuid: null, data: { hookName: "SessionStart:startup" } },
      false,
    ],
  ])("%s: alternatives %s", (_, between, areAlternatives) => {
    expect(twice(between).includes("|")).toBe(areAlternatives);
  });
});

describe("ownership", () => {
  it("is decided for a whole stretch that a session id marks as copied", () => {
    const own = (uuid: string, parentUuid: string | null, sessionId: string) =>
      user(uuid, parentUuid, uuid, { sessionId });
    const s1 = [own("u1", null, "s1"), own("a1", "u1", "s1"), own("u2", "a1", "s1"), own("a2", "u2", "s1")];
    const s2 = [own("u1", null, "s1"), own("a1", "u1", "s2"), own("u3", "a1", "s2"), own("a3", "u3", "s2")];
    expect(show(read({ "s1.jsonl": jsonl(...s1), "s2.jsonl": jsonl(...s2) }))).toBe("u1 a1 u2 a2\na1 → u3 a3");
  });

  it("does not look at what was queued during a turn", () => {
    const enqueue = {
      type: "queue-operation",
      operation: "enqueue",
      timestamp: "2027-01-01T00:00:00Z",
      content: "later",
    };
    const shared = [user("u1", null, "x"), user("a1", "u1", "y")];
    const { dag } = read({
      "s1.jsonl": jsonl(...shared, enqueue, user("u2", "a1", "z")),
      "s2.jsonl": jsonl(...shared, user("u3", "a1", "w", { timestamp: "2028-01-01T00:00:00Z" })),
    });
    expect(dag.threadOf("u1")).toBe("s1.jsonl");
  });

  it("a session that begins with a hook has the parent of its first message", () => {
    const hook = {
      type: "attachment",
      uuid: "h",
      parentUuid: null,
      attachment: { type: "hook_success", hookEvent: "SessionStart" },
    };
    const s1 = [user("u1", null, "x"), user("a1", "u1", "y"), user("u2", "a1", "z")];
    const s2 = [hook, user("u1", null, "x"), user("a1", "u1", "y"), user("u3", "a1", "w")];
    const shown = show(read({ "s1.jsonl": jsonl(...s1), "s2.jsonl": jsonl(...s2) }));
    expect(shown).toContain("a1 → h u3");
  });

  it("hooks of another process make no session", () => {
    expect(output("P1:other ─ P2:other ─ U1 ─ A1")).toBe("P1 P2 U1 A1");
  });
});

it("hundreds of entries with one uuid and different content stay, in reasonable time", () => {
  const records = Array.from({ length: 3000 }, (_, index) => user("REDACTED", null, `word ${index}`));
  const { dag } = read({ "s.jsonl": jsonl(...records) });
  expect(dag.entries.size).toBe(3000);
});
