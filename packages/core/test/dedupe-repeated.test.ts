import { describe, expect, it } from "vitest";
import { repeatedBlock } from "../src/dag/dedupe/repeated-block.ts";
import type { DedupeView } from "../src/dag/dedupe/dedupe-rule.ts";
import { type Entry, parseEntries } from "../src/index.ts";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;
const text = (words: string) => ({ type: "text", text: words });
const record = (type: string, uuid: string, parentUuid: string | null, more: Json): Json => ({
  type,
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:00:00Z",
  ...more,
});
const prompt = record("user", "p", null, { message: { content: "go" } });
const answer = (uuid: string, content: unknown, more: Json = {}) =>
  record("assistant", uuid, "p", { message: { id: "m", content }, ...more });
const copies = (...records: Json[]) =>
  read({ "s.jsonl": jsonl(...records) }).dag.copies.map(({ entry, of, rule }) => `${entry.id}→${of.id} ${rule}`);

describe("repeated-block", () => {
  const once = ["b→a repeated-block"];
  it.each<[string, Json[], string[]]>([
    ["the same block of one message is one", [answer("a", "x"), answer("b", "x")], once],
    ["also if only the first record has a number", [answer("a", "x", { apiBlockIndex: 1 }), answer("b", "x")], once],
    ["also if only the second record has a number", [answer("a", "x"), answer("b", "x", { apiBlockIndex: 1 })], once],
    ["two answers that say nothing are two", [answer("a", "x"), answer("b", [])], []],
    [
      "an answer without a message is compared with nothing",
      [answer("a", "x"), record("assistant", "b", "p", { requestId: "r" }), answer("c", "y")],
      [],
    ],
    [
      "a request id that is no string joins nothing",
      ["a", "b"].map((uuid) => answer(uuid, "", { requestId: 7, message: { content: "x" } })),
      [],
    ],
    [
      "a prompt has no blocks of an API message, even with its fields",
      ["a", "b"].map((uuid, index) => answer(uuid, "x", { type: "user", timestamp: `2026-01-01T00:00:0${index}Z` })),
      [],
    ],
  ])("C047 C048: %s", (_, records, expected) => expect(copies(prompt, ...records)).toEqual(expected));

  it.each<[string, unknown[], string[]]>([
    ["a block twice in one record stays twice", [[text("x"), text("x")], [text("y")]], []],
    ["of a record with something new, the repeated block", [[text("x")], [text("x"), text("y")]], ["1.0 of 0"]],
    ["none of a record that is folded whole", [[text("x")], [text("x")]], []],
  ])("C048: single repeated blocks: %s", (_, contents, expected) => {
    const value = jsonl(...contents.map((content, index) => answer(`${index}`, content)));
    const entries = [...parseEntries({ path: "s.jsonl", value })] as Entry[];
    const view: DedupeView = {
      entries,
      threadOf: () => "s.jsonl",
      lineageOf: () => "s.jsonl",
      parentOf: () => undefined,
      childrenOf: () => [],
      spansPrompt: () => false,
    };
    const found = [...repeatedBlock.findBlocks!(view)];
    expect(found.map(({ entry, index, of }) => `${entry.id}.${index} of ${of.id}`)).toEqual(expected);
  });
});

it("blocks of a copy that several entries hold: each of them is named", () => {
  const records = [answer("a", "x"), answer("b", "y"), answer("c", [text("y"), text("x")])];
  const [copy, ...more] = read({ "s.jsonl": jsonl(...records) }).dag.copies;
  expect(more).toEqual([]);
  expect([copy!.of.id, copy!.others!.map(({ id }) => id)]).toEqual(["b", ["a"]]);
});

describe("repeated-notification", () => {
  const note = (words: string) => `<task-notification>${words}</task-notification>`;
  const isOne = (first: string, second: string) =>
    copies(
      record("user", "u", null, { message: { content: note(first) } }),
      record("attachment", "q", "u", {
        attachment: { type: "queued_command", commandMode: "task-notification", prompt: note(second) },
      }),
    ).length === 1;
  const task = (name: string, status: string) => `<task-id>${name}</task-id><status>${status}</status>`;

  it.each<[string, string, string]>([
    [
      "one task, status and result, with different text before the result",
      `${task("t", "done")}<summary>1</summary><result>ok</result>`,
      `${task("t", "done")}<summary>2</summary><result>ok</result>`,
    ],
    [
      "one task, status and result, with different text after the result",
      `${task("t", "done")}<result>ok</result><usage>1</usage>`,
      `${task("t", "done")}<result>ok</result><usage>2</usage>`,
    ],
    [
      "one task and event, without a status",
      "<task-id>t</task-id><event>it rains</event><at>1</at>",
      "<task-id>t</task-id><event>it rains</event><at>2</at>",
    ],
    [
      "an event that mentions a result",
      "<task-id>t</task-id><event>found <result> in it</event><at>1</at>",
      "<task-id>t</task-id><event>found <result> in it</event><at>2</at>",
    ],
    [
      "one task, status and summary, without a result",
      `${task("t", "done")}<summary>ok</summary><at>1</at>`,
      `${task("t", "done")}<summary>ok</summary><at>2</at>`,
    ],
  ])("are one: %s", (_, first, second) => expect(isOne(first, second)).toBe(true));

  it.each<[string, string, string]>([
    [
      "words before it",
      `${task("t", "done")}<result>ok</result>`,
      `</task-notification>Look: <task-notification>${task("t", "done")}<result>ok</result>`,
    ],
    ["cut off within its answer", `${task("t", "done")}<result>one`, `${task("t", "done")}<result>two`],
    ["cut off within its event", `${task("t", "done")}<event>one`, `${task("t", "done")}<event>two`],
    ["another task", `${task("t", "done")}<result>ok</result>`, `${task("s", "done")}<result>ok</result>`],
    ["another status", `${task("t", "done")}<result>ok</result>`, `${task("t", "failed")}<result>ok</result>`],
    [
      "a task and a status that are equal to others only when joined",
      `${task("t1", "done")}<result>ok</result>`,
      `${task("t", "1done")}<result>ok</result>`,
    ],
    ["another result", `${task("t", "done")}<result>1</result>`, `${task("t", "done")}<result>2</result>`],
    [
      "a result that quotes a result, and then differs",
      `${task("t", "done")}<result>a</result>1</result>`,
      `${task("t", "done")}<result>a</result>2</result>`,
    ],
    [
      "no task, and different text around the result",
      "<status>done</status><result>ok</result><at>1</at>",
      "<status>done</status><result>ok</result><at>2</at>",
    ],
    ["neither status nor result, and different text", "<task-id>t</task-id>1", "<task-id>t</task-id>2"],
  ])("are two: %s", (_, first, second) => expect(isOne(first, second)).toBe(false));
});
