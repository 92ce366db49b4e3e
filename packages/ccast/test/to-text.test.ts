import { describe, expect, it } from "vitest";
import { toText } from "../src/to-text.ts";
import type { Compaction, Content, Message, Nodes, Session, ToolCall, ToolResult } from "../src/index.ts";

const text = (value: string): Content => ({ type: "text", value });
const thinking = (value: string): Content => ({ type: "thinking", value });
const message = (...children: Content[]): Message => ({
  type: "message",
  role: "assistant",
  actor: "assistant",
  origin: "reply",
  uuid: "u",
  uuids: ["u"],
  children,
});
const result = (...children: Content[]): ToolResult => ({ type: "toolResult", children });
const call = (answer?: ToolResult): ToolCall => ({
  type: "toolCall",
  id: "t",
  name: "Bash",
  input: { command: "ls" },
  result: answer,
});
const summary: Compaction = { type: "compaction", uuid: "c", uuids: ["c"], children: [text("so far")] };
const session: Session = { type: "session", sessionId: "s", children: [message(text("one")), summary] };

describe("toText", () => {
  const table: Array<[what: string, node: Nodes, words: string]> = [
    ["a text is its value", text("hi"), "hi"],
    ["texts are joined by blank lines", message(text("one"), text("two")), "one\n\ntwo"],
    ["thinking is omitted", message(thinking("hm"), text("hi")), "hi"],
    ["a call is omitted with its result", message(text("a"), call(result(text("files"))), text("b")), "a\n\nb"],
    ["nodes deep in a result are omitted too", message(call(result(call(result(text("deep")))))), ""],
    ["a call itself has no text", call(result(text("files"))), ""],
    ["a result itself has its own text", result(text("files")), "files"],
    ["an image has no text", message({ type: "image", mediaType: "image/png", data: "iVBO" }), ""],
    ["an unknown block has no text", message({ type: "unknown", blockType: "poll", raw: { text: "hi" } }), ""],
    [
      "a notice has no text: its value is not part of the conversation",
      { type: "notice", entryType: "mode", value: "plan" },
      "",
    ],
    ["the text of a compaction is its summary", summary, "so far"],
    ["a session has the texts of all its messages", session, "one\n\nso far"],
  ];

  for (const [what, node, words] of table)
    it(`knows that ${what}`, () => {
      expect(toText(node)).toBe(words);
    });

  it("goes 100,000 levels deep without a deep stack", () => {
    let deep: Content = text("bottom");
    for (let level = 0; level < 100_000; level++) deep = result(deep);
    expect(toText(message(text("top"), deep))).toBe("top");
  });
});
