import { describe, expect, it } from "vitest";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;
const text = (words: string) => ({ type: "text", text: words });
const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
const result = (id: string | undefined, content: string) => ({ type: "tool_result", tool_use_id: id, content });

/** One second later for each record, unless two share a time. */
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const user = (uuid: string, parentUuid: string | null, content: unknown, second?: number, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  ...(second === undefined ? {} : { timestamp: at(second) }),
  message: { content },
  ...more,
});
const answer = (uuid: string, parentUuid: string | null, id: string | undefined, ...content: Json[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  message: { id, content },
});
const hook = (uuid: string, parentUuid: string | null, more: Json = {}): Json => ({
  type: "progress",
  uuid,
  parentUuid,
  toolUseID: "t",
  data: { type: "hook_progress" },
  ...more,
});
const interrupt = (uuid: string, parentUuid: string) => user(uuid, parentUuid, "[Request interrupted by user]");
const meta = (uuid: string, parentUuid: string, words: string) =>
  user(uuid, parentUuid, words, undefined, { isMeta: true });

/** The end of a task, recorded in two ways. */
const done = "<task-notification><task-id>t</task-id><status>done</status></task-notification>";
const notified = (uuid: string, parentUuid: string) => user(uuid, parentUuid, done);
const queued = (uuid: string, parentUuid: string): Json => ({
  type: "attachment",
  uuid,
  parentUuid,
  attachment: { type: "queued_command", commandMode: "task-notification", prompt: done },
});

const found = (records: readonly Json[]) =>
  read({ "s.jsonl": jsonl(...records.map((record, index) => ({ timestamp: at(index), ...record }))) }).dag.copies;
/** What `replayed-content` folds: each copy with its original. */
const folded = (...records: Json[]) =>
  found(records)
    .filter(({ rule }) => rule === "replayed-content")
    .map(({ entry, of }) => `${entry.id}→${of.id}`)
    .sort();

describe("a stretch that was written again", () => {
  it.each<[string, Json[], string[]]>([
    [
      "a prompt with its answer",
      [
        user("u", null, "go"),
        answer("a", "u", "m", text("x")),
        user("v", null, "go"),
        answer("b", "v", "m", text("x")),
      ],
      ["b→a", "v→u"],
    ],
    [
      "with hooks between prompt and answer",
      [
        user("u", null, "go"),
        hook("h", "u"),
        answer("a", "h", "m", text("x")),
        user("v", null, "go"),
        hook("i", "v"),
        answer("b", "i", "m", text("x")),
      ],
      ["b→a", "i→h", "v→u"],
    ],
    [
      "a prompt with different text above the same answer is none",
      [
        user("u", null, "go"),
        answer("a", "u", "m", text("x")),
        user("v", null, "no"),
        answer("b", "v", "m", text("x")),
      ],
      [],
    ],
    [
      "an empty prompt matches nothing: if the original has no prompt above its answer, it stays",
      [
        answer("r", null, "m0", text("ready")),
        answer("a", "r", "m", text("x")),
        user("v", "r", []),
        answer("b", "v", "m", text("x")),
        answer("c", "a", "m2", text("y")),
        answer("d", "b", "m2", text("y")),
      ],
      ["b→a", "d→c"],
    ],
  ])("C043: %s", (_, records, expected) => expect(folded(...records)).toEqual(expected));

  it("one message alone is no stretch, however many blocks of it were written again", () => {
    const lines = (one: string, two: string) => [answer(one, "u", "m", text("x")), answer(two, one, "m", text("y"))];
    const copies = found([user("u", null, "go"), ...lines("a", "b"), ...lines("c", "d")]);
    expect(copies.map(({ entry, of, rule }) => `${entry.id}→${of.id} ${rule}`)).toEqual([
      "c→a repeated-block",
      "d→b repeated-block",
    ]);
  });

  it.each<[string, (copy: string) => Json]>([
    ["an answer without the id of its message", (copy) => answer(`a${copy}`, `u${copy}`, undefined, text("x"))],
    ["an empty answer", (copy) => answer(`a${copy}`, `u${copy}`, "m")],
  ])("C040: equal text proves nothing without an answer that is a copy: %s", (_, reply) => {
    expect(folded(user("u1", null, "go"), reply("1"), user("u2", null, "go"), reply("2"))).toEqual([]);
  });

  it("a prompt is recognised by its answers, not by an id in its message", () => {
    const prompt = (uuid: string): Json => ({
      type: "user",
      uuid,
      parentUuid: null,
      message: { id: "m", content: "go" },
    });
    expect(folded(prompt("u"), prompt("v"))).toEqual([]);
  });
});

describe("a result in a stretch that was written again", () => {
  const start = user("u", null, "go");
  /** A message with calls, and below it what came back: written first, and written again. */
  const twice = (calls: string[], first: Json[], second: Json[]) => [
    start,
    answer("a", "u", "m", ...calls.map(call)),
    ...first,
    answer("b", "u", "m", ...calls.map(call)),
    ...second,
  ];

  it.each<[string, Json[], string[]]>([
    [
      "is a copy below the copy of its call",
      twice(["t"], [user("r", "a", [result("t", "ok")])], [user("s", "b", [result("t", "ok")])]),
      ["b→a", "s→r"],
    ],
    [
      "is a copy below a hook of its call, too",
      twice(
        ["t"],
        [hook("h", "a"), user("r", "h", [result("t", "ok")])],
        [hook("i", "b"), user("s", "i", [result("t", "ok")])],
      ),
      ["b→a", "i→h", "s→r"],
    ],
    [
      "is a copy with the text beside it, if that is the same",
      twice(
        ["t"],
        [user("r", "a", [result("t", "ok"), text("so")])],
        [user("s", "b", [result("t", "ok"), text("so")])],
      ),
      ["b→a", "s→r"],
    ],
    [
      "belongs to its own call, even if another call gave the same text",
      twice(
        ["t", "o"],
        [user("r", "a", [result("t", "ok")]), user("q", "r", [result("o", "ok")])],
        [user("s", "b", [result("t", "ok")]), user("p", "s", [result("o", "ok")])],
      ),
      ["b→a", "p→q", "s→r"],
    ],
    [
      "is a copy that lacks what was recorded beside it",
      twice(
        ["t"],
        [user("r", "a", [result("t", "ok")], undefined, { toolUseResult: { rows: 1 } })],
        [user("s", "b", [result("t", "ok")])],
      ),
      ["b→a", "s→r"],
    ],
    [
      "stays if something else was recorded beside it",
      twice(
        ["t"],
        [user("r", "a", [result("t", "ok")])],
        [user("s", "b", [result("t", "ok")], undefined, { toolUseResult: { rows: 1 } })],
      ),
      [],
    ],
    [
      "stays if it differs",
      twice(["t"], [user("r", "a", [result("t", "ok")])], [user("s", "b", [result("t", "failed")])]),
      [],
    ],
    [
      "stays if it names no call",
      [
        start,
        answer("a", "u", "m", text("I look."), call("t")),
        user("r", "a", [result(undefined, "ok")]),
        answer("b", "u", "m", text("I look."), call("t")),
        user("s", "b", [result(undefined, "ok")]),
      ],
      [],
    ],
    [
      "stays if none of its possible calls is above it",
      twice(["t"], [user("r", "a", [result("t", "ok")])], [user("s", null, [result("t", "ok")])]),
      [],
    ],
    [
      "stays if its call was written once, even if the next answer was written again",
      [
        start,
        answer("a", "u", "m", call("t")),
        user("r", "a", [result("t", "ok")]),
        answer("b", "r", "m2", call("o")),
        user("s", "a", [result("t", "ok")]),
        answer("c", "s", "m2", call("o")),
      ],
      [],
    ],
  ])("C040: %s", (_, records, expected) => expect(folded(...records)).toEqual(expected));
});

describe("what the client wrote below a copy", () => {
  /** A stretch that was written again, with children of the answer and of its copy. */
  const below = (first: (parent: string) => Json[], second: (parent: string) => Json[]) =>
    folded(
      user("u", null, "go"),
      answer("a", "u", "m", text("x")),
      ...first("a"),
      user("v", null, "go"),
      answer("b", "v", "m", text("x")),
      ...second("b"),
    ).filter((pair) => pair !== "b→a" && pair !== "v→u");

  it.each<[string, (parent: string) => Json[], (parent: string) => Json[], string[]]>([
    ["an interruption", (on) => [interrupt("n", on)], (on) => [interrupt("o", on)], ["o→n"]],
    ["different text in the user's name", (on) => [meta("n", on, "one")], (on) => [meta("o", on, "two")], []],
    ["the same text of another kind", (on) => [user("n", on, "one")], (on) => [meta("o", on, "one")], []],
    ["a notification", (on) => [notified("n", on)], (on) => [notified("o", on)], ["o→n"]],
    ["a notification, first as an attachment", (on) => [queued("n", on)], (on) => [notified("o", on)], []],
    ["a notification, then as an attachment", (on) => [notified("n", on)], (on) => [queued("o", on)], []],
    ["text that a user typed again", (on) => [user("n", on, "on")], (on) => [user("o", on, "on")], []],
    [
      "a hook, and a hook below it",
      (on) => [hook("n", on), hook("n2", "n")],
      (on) => [hook("o", on), hook("o2", "o")],
      ["o2→n2", "o→n"],
    ],
    ["a hook of another call", (on) => [hook("n", on)], (on) => [hook("o", on, { toolUseID: "s" })], []],
    [
      "progress with different content",
      (on) => [hook("n", on)],
      (on) => [hook("o", on, { data: { type: "hook_progress", n: 2 } })],
      [],
    ],
    [
      "a hook with different words",
      (on) => [hook("n", on, { content: "a" })],
      (on) => [hook("o", on, { content: "b" })],
      [],
    ],
    [
      "an attachment with different content",
      (on) => [hook("n", on, { attachment: { type: "file", name: "a" } })],
      (on) => [hook("o", on, { attachment: { type: "file", name: "b" } })],
      [],
    ],
  ])("is a copy where the original has the same below it: %s", (_, first, second, expected) => {
    expect(below(first, second)).toEqual(expected);
  });
});

describe("prompts with the same text and time", () => {
  it.each<[string, Json[], string[]]>([
    [
      "below one entry are one",
      [answer("r", null, "m", text("x")), user("a", "r", "go", 5), user("b", "r", "go", 5)],
      ["b→a"],
    ],
    [
      "at the beginning of a file with links are one",
      [user("a", null, "go", 5), user("b", null, "go", 5), user("c", "b", "on", 6)],
      ["b→a"],
    ],
    [
      "below two entries are two",
      [
        answer("r", null, "m", text("x")),
        answer("s", null, "m2", text("y")),
        user("a", "r", "go", 5),
        user("b", "s", "go", 5),
      ],
      [],
    ],
    [
      "below parents that were never written are two",
      [
        answer("r", null, "m", text("x")),
        answer("s", "r", "m2", text("y")),
        user("a", "gone", "go", 5),
        user("b", "lost", "go", 5),
      ],
      [],
    ],
    [
      "below an entry and its copy are one",
      [
        user("u", null, "do"),
        answer("r", "u", "m", text("x")),
        user("a", "r", "go", 5),
        user("v", null, "do"),
        answer("s", "v", "m", text("x")),
        user("b", "s", "go", 5),
      ],
      ["b→a", "s→r", "v→u"],
    ],
    [
      "are one when nothing but hooks came after each",
      [
        answer("r", null, "m", text("x")),
        user("a", "r", "go", 5),
        hook("h", "a"),
        user("b", "r", "go", 5),
        hook("i", "b"),
      ],
      ["b→a", "i→h"],
    ],
    [
      "are one when the answer below is to another prompt",
      [
        answer("r", null, "m", text("x")),
        user("a", "r", "go", 5),
        user("b", "r", "go", 5),
        user("c", "b", "on", 6),
        answer("s", "c", "m2", text("y")),
      ],
      ["b→a"],
    ],
    [
      "are one if one was answered, also below many hooks",
      [
        answer("r", null, "m", text("x")),
        user("a", "r", "go", 5),
        user("b", "r", "go", 5),
        ...Array.from({ length: 600 }, (_, index) => hook(`h${index}`, index === 0 ? "b" : `h${index - 1}`)),
        answer("s", "h599", "m2", text("y")),
      ],
      ["a→b"],
    ],
    [
      "are two if both were answered",
      [
        answer("r", null, "m", text("x")),
        user("a", "r", "go", 5),
        answer("s", "a", "m2", text("y")),
        user("b", "r", "go", 5),
        answer("t", "b", "m3", text("z")),
      ],
      [],
    ],
    [
      "are two if one was queued behind the other",
      [
        answer("r", null, "m", text("x")),
        user("a", "r", "go", 5),
        user("b", "a", "go", 5),
        answer("s", "b", "m2", text("y")),
      ],
      [],
    ],
    [
      "are two where times say nothing: the answer above has the same",
      [
        { ...answer("r", null, "m", text("x")), timestamp: at(5) },
        user("a", "r", "go", 5),
        { ...answer("s", "r", "m2", text("y")), timestamp: at(5) },
        user("b", "s", "go", 5),
      ],
      [],
    ],
  ])("C037 C081: %s", (_, records, expected) => expect(folded(...records)).toEqual(expected));
});

describe("parents that form a cycle", () => {
  const call1 = answer("a", null, "m", call("t"));
  const call2 = answer("b", null, "m", call("t"));
  it.each<[string, Json[]]>([
    [
      "results, none of them below its call",
      [call1, call2, user("r", "s", [result("t", "ok")]), user("s", "r", [result("t", "ok")])],
    ],
    [
      "hooks above an answer and its copy",
      [hook("h", "i"), hook("i", "h"), answer("c", "h", "m2", text("x")), answer("d", "i", "m2", text("x"))],
    ],
    [
      "prompts above an answer and its copy",
      [
        user("u", "v", "go"),
        user("v", "u", "on"),
        answer("c", "u", "m2", text("x")),
        answer("d", "v", "m2", text("x")),
      ],
    ],
  ])("end, and each record is shown or folded: %s", (_, records) => {
    const { dag } = read({ "s.jsonl": jsonl(...records) });
    expect(dag.entries.size + dag.copies.length).toBe(records.length);
  });
});

describe("each copy names its evidence", () => {
  it.each<[string, string]>([
    ["b", "same message, same blocks"],
    ["s", "same result of the same call"],
    ["v", "same text, and the answers below are copies"],
    ["i", "below a copy, and the same"],
    ["o", "same text of the client below a copy"],
    ["q", "same time and place, contained in the other, and no answer"],
  ])("of %s: %s", (uuid, because) => {
    const stretch = (names: string[], parent: string | null) => {
      const [prompt, reply, progress, back, notice] = names as [string, string, string, string, string];
      return [
        user(prompt, parent, "go"),
        answer(reply, prompt, "m", call("t")),
        hook(progress, reply),
        user(back, reply, [result("t", "ok")]),
        interrupt(notice, back),
      ];
    };
    const records = [
      answer("r0", null, "m0", text("ready")),
      ...stretch(["u", "a", "h", "r", "n"], "r0"),
      ...stretch(["v", "b", "i", "s", "o"], "r0"),
      user("p", "o", "again", 99),
      user("q", "o", "again", 99),
    ];
    expect(found(records).find(({ entry }) => entry.id === uuid)).toMatchObject({ rule: "replayed-content", because });
  });
});
