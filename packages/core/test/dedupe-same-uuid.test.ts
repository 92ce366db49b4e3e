import { describe, expect, it } from "vitest";
import type { Extension } from "../src/index.ts";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;
const user = (content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid: "u",
  parentUuid: null,
  timestamp: "2026-01-01T00:00:00Z",
  message: { content },
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });
const image = (data: string) => ({ type: "image", source: { data } });
const caveat = (more: Json = {}) => user("<local-command-caveat>Caveat</local-command-caveat>", more);

/** Files `s1.jsonl`, `s2.jsonl`, …: their records as they were written. */
const files = (...records: Json[][]) =>
  Object.fromEntries(records.map((ofFile, index) => [`s${index + 1}.jsonl`, jsonl(...ofFile)]));

/** Each record that is a copy: its location, and the rule that folded it or kept it beside its original. */
const copies = (given: Record<string, string>, extensions: readonly Extension[] = []) =>
  read(given, extensions).dag.copies.map(
    ({ entry: { location }, of, rule, isShared }) =>
      `${location.path.slice(0, 2)}:${location.line} ${isShared ? "beside" : "of"} ${of.id} ${rule}`,
  );

describe("records with one uuid", () => {
  it.each<[string, Json[][], string[]]>([
    [
      "each part of the whole that came first is folded",
      [[user([image("x"), text("look")]), user([image("x")]), user("look")]],
      ["s1:2 of u duplicate-line", "s1:3 of u duplicate-line"],
    ],
    [
      "in one file and in another one, each by its own rule",
      [[user("go"), user("go")], [user("go")]],
      ["s1:2 of u duplicate-line", "s2:1 of u replayed-uuid"],
    ],
    [
      "different content stays beside the first, with its own copies",
      [[user("go"), user("stay"), user("stay")]],
      ["s1:2 beside s1.jsonl:2 uuid-collision", "s1:3 of s1.jsonl:2 duplicate-line"],
    ],
  ])("C030: %s", (_, records, expected) => expect(copies(files(...records))).toEqual(expected));

  it("C034: with one rule off, the copies of the other are folded once and the rest stays", () => {
    const given = files([user("go"), user("go")], [user("go")]);
    expect(copies(given, [{ off: ["duplicate-line"] }]).sort()).toEqual([
      "s1:2 beside s1.jsonl:2 replayed-uuid",
      "s2:1 of u replayed-uuid",
    ]);
    expect(read(given).dag.entries.size).toBe(1);
  });
});

describe("the parent of an entry with copies", () => {
  const parent = (...parents: string[]) => {
    const lines = parents.map((parentUuid) => user("go", { parentUuid }));
    return read(files([user("first", { uuid: "a" }), user("second", { uuid: "b" }), ...lines])).dag.edge("u");
  };

  it.each<[string, string[], Json]>([
    ["its own, where that resolves", ["a", "gone"], { kind: "parent", to: "a" }],
    ["that of a copy, if its own does not resolve", ["gone", "b"], { kind: "parent", to: "b" }],
    [
      "that of one copy, if that of another does not resolve either",
      ["gone", "gone", "b"],
      { kind: "parent", to: "b" },
    ],
    ["none, if none resolves", ["gone", "lost"], { kind: "missing", to: "gone" }],
  ])("is %s", (_, parents, expected) => expect(parent(...parents)).toMatchObject(expected));
});

it("a result is a copy where what was recorded of it is equal, or missing in one", () => {
  const result = (more: Json) => ({
    ...user([{ type: "tool_result", tool_use_id: "t", content: [] }]),
    ...more,
  });
  const pair = (one: Json, other: Json) => copies(files([result(one)], [result(other)]));
  expect(pair({ toolUseResult: { rows: 1 } }, {})).toEqual(["s2:1 of u replayed-uuid"]);
  expect(pair({ toolUseResult: { rows: 1 } }, { toolUseResult: { rows: 2 } })).toEqual([
    "s2:1 beside s2.jsonl:1 uuid-collision",
  ]);
});

it.each<[string, Json, Json]>([
  [
    "an attachment, and a queued prompt that is empty",
    { type: "attachment", attachment: { type: "queued_command", prompt: "" } },
    { type: "attachment", attachment: { type: "file", filename: "soil.txt" } },
  ],
  [
    "a note of the system, and the same words where they were on the screen",
    { type: "system", subtype: "informational", content: "Stop", preventContinuation: true },
    { type: "system", subtype: "informational", content: "Stop" },
  ],
])("what becomes another kind of node is another record: %s", (_, one, other) => {
  const [first, second] = [one, other].map((more) => ({ uuid: "u", parentUuid: null, ...more }));
  expect(copies(files([first!, second!]))).toEqual(["s1:2 beside s1.jsonl:2 uuid-collision"]);
});

describe("thinking with one signature", () => {
  const thought = (thinking: string, more: Json = {}) => ({
    ...user("x", more),
    message: { content: [{ type: "thinking", thinking, signature: "sig" }] },
  });
  it.each<[string, Json[][], string[]]>([
    [
      "is a copy where its words are equal, or missing in one",
      [[thought("Dig.")], [thought("")]],
      ["s2:1 of u replayed-uuid"],
    ],
    [
      "is another record where its words differ",
      [[thought("Dig.")], [thought("Rest.")]],
      ["s2:1 beside s2.jsonl:1 uuid-collision"],
    ],
  ])("%s", (_, records, expected) => expect(copies(files(...records))).toEqual(expected));
});

describe("a caveat with one uuid", () => {
  it.each<[string, Json[][], string[]]>([
    ["that begins several files stays with each", [[caveat()], [caveat()]], ["s2:1 beside s2.jsonl:1 replayed-uuid"]],
    ["that one file holds twice is one", [[caveat(), caveat()]], ["s1:2 of u duplicate-line"]],
    [
      "that has a parent in one of the files is one",
      [[caveat()], [user("before", { uuid: "a" }), caveat({ parentUuid: "a" })]],
      ["s2:2 of u replayed-uuid"],
    ],
    [
      "that has a parent in each of the files is one",
      [
        [user("before", { uuid: "a" }), caveat({ parentUuid: "a" })],
        [user("ahead", { uuid: "b" }), caveat({ parentUuid: "b" })],
      ],
      ["s2:2 of u replayed-uuid"],
    ],
  ])("C030: %s", (_, records, expected) => expect(copies(files(...records))).toEqual(expected));
});
