import { type Message, type ToolCall, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;

const entry = (uuid: string, parentUuid: string | null, second: number, more: Json): Json => ({
  uuid,
  parentUuid,
  sessionId: "s",
  timestamp: new Date(Date.UTC(2026, 7, 3, 9, 0, second)).toISOString(),
  ...more,
});
const user = (content: unknown) => ({ type: "user", message: { role: "user", content } });
/** An answer of a gateway that gives one id to all of them, without the id of a request. */
const answer = (...content: Json[]) => ({ type: "assistant", message: { id: "relay", role: "assistant", content } });
const text = (words: string) => ({ type: "text", text: words });
const call = (path: string) => ({ type: "tool_use", id: "functions.Read:0", name: "Read", input: { file_path: path } });
const result = (words: string) => user([{ type: "tool_result", tool_use_id: "functions.Read:0", content: words }]);

/** The messages of a transcript, and its calls with their results. */
function treeOf(...records: Json[]) {
  const { tree, rules } = read({ "s.jsonl": jsonl(...records) });
  const messages: Message[] = [];
  const calls: ToolCall[] = [];
  walk(tree, (node) => {
    if (node.type === "message") messages.push(node);
    if (node.type === "toolCall") calls.push(node);
  });
  return { messages, calls: calls.map(({ input, result: got }) => [input, got?.children]), rules };
}

describe("a gateway that gives one id to all answers", () => {
  it("an answer after the result of a call is a message of its own", () => {
    const { messages, rules } = treeOf(
      entry("u", null, 0, user("Read both")),
      entry("a1", "u", 1, answer(call("north"))),
      entry("r1", "a1", 2, result("peas")),
      entry("a2", "r1", 3, answer(call("south"))),
      entry("r2", "a2", 4, result("beans")),
      entry("a3", "r2", 5, answer(text("Both."))),
    );
    expect(messages.map(({ uuids }) => uuids)).toEqual([["u"], ["a1"], ["a2"], ["a3"]]);
    expect(rules).toContain("call-id-collision");
  });

  it("two records of one call are no collision", () => {
    const { rules } = treeOf(
      entry("u", null, 0, user("Read it")),
      entry("a1", "u", 1, answer(call("north"))),
      entry("r1", "a1", 2, result("peas")),
      entry("a2", "r1", 3, answer(call("north"))),
    );
    expect(rules).not.toContain("call-id-collision");
  });

  it("blocks of one answer, a record for each, stay one message", () => {
    const { messages } = treeOf(
      entry("u", null, 0, user("Read it")),
      entry("a1", "u", 1, answer(text("I read."))),
      entry("a2", "a1", 2, answer(call("north"))),
      entry("r", "a2", 3, result("peas")),
    );
    expect(messages.map(({ uuids }) => uuids)).toEqual([["u"], ["a1", "a2"]]);
  });

  it("calls with one id and other inputs are two, each with its result, on both sides of a rewind", () => {
    const { calls, rules } = treeOf(
      entry("u0", null, 0, user("Begin")),
      entry("a0", "u0", 1, answer(text("Ready."))),
      entry("u1", "a0", 2, user("Read the bed")),
      entry("a1", "u1", 3, answer(call("north"))),
      entry("r1", "a1", 4, result("peas")),
      entry("u2", "a0", 5, user("Read the bed")),
      entry("a2", "u2", 6, answer(call("south"))),
      entry("r2", "a2", 7, result("beans")),
    );
    expect(calls).toMatchObject([
      [{ file_path: "north" }, [{ value: "peas" }]],
      [{ file_path: "south" }, [{ value: "beans" }]],
    ]);
    expect(rules).not.toContain("replayed-content");
  });

  it("the same call on both sides is a copy all the same", () => {
    const { calls } = treeOf(
      entry("u0", null, 0, user([text("a"), text("b")])),
      entry("a0", "u0", 1, answer(call("north"))),
      entry("r0", "a0", 2, result("peas")),
      entry("u1", null, 0, user([text("a")])),
      entry("u2", "u1", 0, user([text("b")])),
      entry("a1", "u2", 1, answer(call("north"))),
      entry("r1", "a1", 2, result("peas")),
      entry("u3", "r1", 9, user("And now?")),
    );
    expect(calls).toHaveLength(1);
  });
});
