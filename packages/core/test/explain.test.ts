import { describe, expect, it } from "vitest";
import { createExplainer, type Extension } from "../src/index.ts";
import { jsonl, read, readShape } from "./threads.ts";

type Read = ReturnType<typeof read>;

/** The explanation of a record, one line per statement: `says rule: detail ← evidence`. */
function said({ sessions }: Read, wanted: string): string[] {
  return createExplainer(sessions)(wanted).flatMap(({ statements }) =>
    statements.map(
      ({ says, rule, detail, agentId, evidence }) =>
        `${says}${rule ? ` ${rule}` : ""}${detail ? `: ${detail}` : ""}${agentId ? ` ${agentId}` : ""}${evidence.length > 0 ? ` ← ${evidence.map(({ id }) => id).join(" ")}` : ""}`,
    ),
  );
}
const shape = (drawing: string, extensions?: readonly Extension[]) => readShape(drawing, extensions);

describe("explain", () => {
  it.each<[string, string, string, string[]]>([
    ["a beginning", "U1 ─ A1", "U1", ["in-thread file-session: s1", "begins: first-prompt"]],
    ["an entry with a parent", "U1 ─ A1", "A1", ["in-thread file-session: s1", "child-of ← U1"]],
    [
      "a fork that is one turn",
      "U0 ─ A1 ┬ U1=r\n        └ A2 ─ U2=r",
      "A1",
      ["in-thread file-session: s1", "child-of ← U0", "forks parallel-result ← U1 A2"],
    ],
    [
      "a side of a turn, and an entry below it",
      "U0 ─ A1 ┬ U1=r\n        └ A2 ─ U2=r",
      "U2",
      ["in-thread file-session: s1", "child-of ← A2", "in-side parallel-result ← A1 A2"],
    ],
    [
      "a choice",
      "A1 ┬ S1 ─ U1 ─ A2\n   └               U2 ─ A3",
      "A1",
      ["in-thread file-session: s1", "begins: first-prompt", "forks rewind ← S1 U2", "chosen rewind ← U1 U2"],
    ],
    [
      "an entry in a branch",
      "A1 ┬ U1 ─ A2\n   └           U2 ─ A3",
      "A3",
      ["in-thread file-session: s1", "in-branch rewind: active ← U2 A1", "child-of ← U2"],
    ],
    [
      "a second beginning",
      "U1 ─ A1\n         U3@8 ─ A3@9",
      "A1",
      ["in-thread file-session: s1", "in-branch rewind ← U1", "child-of ← U1"],
    ],
    [
      "prompts below the sides of one turn",
      "A1 ┬ A2=m1@2 ─ U2=r@3 ─ U4@9 ─ A4@10\n   └ U1=r@1 ─ A3@4 ──────────────────────── U5@20 ─ A5@21",
      "A1",
      ["in-thread file-session: s1", "begins: first-prompt", "forks tool-flow ← U4 U5", "chosen rewind ← U4 U5"],
    ],
    [
      "an orphan",
      "U1 ─ A1 ─────── A3\n          ?U2",
      "U2",
      ["in-thread file-session: s1", "missing orphan-root: gone-U2", "placed orphan-root ← A1"],
    ],
    ["a compaction", "U1 ─ A1 ─ S1=compact~A1", "S1", ["in-thread file-session: s1", "child-of ← A1"]],
    [
      "a boundary without a parent",
      "U1 ─ A1\n          S1=compact~A1",
      "S1",
      ["in-thread file-session: s1", "begins: compact-boundary", "placed compaction-boundary ← A1"],
    ],
    [
      "a session that was resumed",
      "A1 ─ U1=r ┬ A2\n          └ A3=resume ─ U2",
      "A3",
      [
        "in-thread file-session: s1",
        "child-of ← U1",
        "in-side resumed-session ← U1 A3",
        "resumed resumed-session ← U1",
      ],
    ],
    [
      "a copy, and the entry that it copies",
      "U1 ─ A1\n---\nU1 ─ A1 ─ U2 ─ A2",
      "A1",
      [
        "in-thread file-session: s1",
        "child-of ← U1",
        "owned earliest-session ← A1",
        "copy-of replayed-uuid ← A1",
        "child-of ← U1",
      ],
    ],
    [
      "a record that is there twice",
      "U1 ─ A1\n          A1",
      "A1",
      ["in-thread file-session: s1", "child-of ← U1", "copied-at duplicate-line ← A1", "copy-of duplicate-line ← A1"],
    ],
    [
      "a child of a copy",
      "A0 ┬ U1=a+b ─ A1=m1:x\n   └ U2=a ─ U3=b ─ A2=m1:x ─ U4 ─ A3",
      "U4",
      ["in-thread file-session: s1", "child-of-original replayed-content ← A2 A1"],
    ],
    [
      "a copy that is a child of a copy",
      "A0 ┬ U1=a+b ─ A1=m1:x\n   └ U2=a ─ U3=b ─ A2=m1:x ─ U4 ─ A3",
      "A2",
      ["copy-of replayed-content ← A1", "child-of-original replayed-content ← U3 U1"],
    ],
  ])("of %s", (_, drawing, wanted, expected) => expect(said(shape(drawing), wanted)).toEqual(expected));

  it("stops at the beginning of the turn: forks of earlier turns explain nothing", () => {
    const drawing =
      "U0 ─ A1 ┬ U1=r\n        └ A2 ─ U2=r ─ A3 ─ U3 ─ A4 ┬ U4=r\n                                   └ A5 ─ U5=r";
    expect(said(shape(drawing), "U5").filter((line) => line.startsWith("in-side"))).toEqual([
      "in-side parallel-result ← A4 A5",
    ]);
  });

  it("of records without a uuid, and of malformed lines", () => {
    const user = { type: "user", uuid: "u", message: { content: "go" } };
    const files = {
      "s.jsonl": `${jsonl({ type: "mode", mode: "plan" }, user, { type: "mode" }, { type: "queue-operation", operation: "enqueue", content: "more" })}{broken\n`,
      "t.jsonl": jsonl({ type: "custom-title", customTitle: "x" }),
    };
    const found = read(files);
    expect(said(found, "s.jsonl:1")).toEqual(["bookkeeping bookkeeping"]);
    expect(said(found, "s.jsonl:3")).toEqual(["bookkeeping bookkeeping ← u"]);
    expect(said(found, "s.jsonl:4")).toEqual(["spoken bookkeeping ← u"]);
    expect(said(found, "s.jsonl:5")).toEqual(["malformed"]);
    expect(said(found, "t.jsonl:1")).toEqual(["evidence bookkeeping: custom-title"]);
  });

  it("of a cycle, an agent, and a repeated block", () => {
    const user = (uuid: string, parentUuid: string) => ({ type: "user", uuid, parentUuid, message: { content: uuid } });
    const circle = read({ "s.jsonl": jsonl(user("a", "b"), user("b", "a")) });
    expect(said(circle, "a")).toEqual(["in-thread file-session: s", "cut parent-cycle ← b"]);
    const answer = (uuid: string, ...texts: string[]) => ({
      type: "assistant",
      uuid,
      parentUuid: "a",
      message: { id: "m", content: texts.map((text) => ({ type: "text", text })) },
    });
    const repeated = read({ "s.jsonl": jsonl(answer("x", "one"), answer("y", "one", "two")) });
    expect(said(repeated, "y")).toContain("repeats repeated-block: 0 ← x");
    const mine: Extension = {
      own: [
        {
          name: "mine",
          claim: ({ entries }) => [
            { entries: entries.slice(0, 1), suffix: "", sessionId: "s1" },
            { entries: entries.slice(1), suffix: "#x", sessionId: "s1", agent: { agentId: "x", mode: "sync" } },
          ],
        },
      ],
      link: [
        {
          name: "my-link",
          link: ([thread], { entries }) => [{ thread: thread!.info, parent: entries[0]!, because: "I say so" }],
        },
      ],
    };
    const agent = shape("U1\n    U2", [mine]);
    expect(said(agent, "U2")).toEqual(["in-thread mine: s1 x", "linked my-link ← U1"]);
  });

  it("takes a longer or shorter path, or the beginning of a uuid, and returns every matching record", () => {
    const user = (uuid: string) => ({ type: "user", uuid, message: { content: uuid } });
    const { sessions } = read({
      "p/a.jsonl": jsonl(user("12345678-a"), user("12345678-b")),
      "p/b.jsonl": jsonl(user("12345678-a")),
    });
    const explain = createExplainer(sessions);
    const lines = (wanted: string) => explain(wanted).map(({ path, line, position }) => [path, line, position]);
    expect(lines("12345678")).toEqual([
      ["p/a.jsonl", 1, [1, 2]],
      ["p/a.jsonl", 2, [2, 2]],
      ["p/b.jsonl", 1, undefined],
    ]);
    expect(lines("12345678-b")).toHaveLength(1);
    expect(lines("a.jsonl:2")).toHaveLength(1);
    expect(lines("/home/me/p/a.jsonl:2")).toHaveLength(1);
    expect(lines("1234567")).toEqual([]);
    expect(explain("12345678-b")[0]).toMatchObject({ kind: "user/prompt", id: "12345678-b" });
  });
});
