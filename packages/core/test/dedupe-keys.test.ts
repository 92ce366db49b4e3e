import { describe, expect, it } from "vitest";
import { blockKey, otherKeys, textKey } from "../src/dag/dedupe/text-key.ts";
import { type Entry, parseEntries, type RawBlock } from "../src/index.ts";
import { jsonl } from "./threads.ts";

const text = (words: unknown) => ({ type: "text", text: words });
const image = (data: string, media_type = "image/png") => ({ type: "image", source: { media_type, data } });

/** The entry of a prompt with this content, or of a record without a message. */
function entryOf(content?: unknown): Entry {
  const record = content === undefined ? { type: "system" } : { type: "user", message: { content } };
  return [...parseEntries({ path: "s.jsonl", value: jsonl({ uuid: "u", ...record }) })][0] as Entry;
}

describe("the text of an entry, for comparison", () => {
  it.each<[string, unknown, string]>([
    ["a string", "go", "go"],
    ["a block", [text("go")], "go"],
    ["case and white space are made one", "  Carry \n\t ON ", "carry on"],
    ["blocks are separated by a space", [text("carry"), text("on")], "carry on"],
    ["an image has no text", [image("x"), text("look"), image("y")], "look"],
    ["text of another type of block does not count", [{ type: "note", text: "aside" }, text("look")], "look"],
    ["a text that is no string does not count", [text(7), text("look"), text(null)], "look"],
    ["a record without a message has no text", undefined, ""],
  ])("C039: %s", (_, content, expected) => expect(textKey(entryOf(content))).toBe(expected));
});

describe("the content of an entry besides its text", () => {
  it.each<[string, unknown, string[]]>([
    ["nothing beside words", [text("look")], []],
    ["the bytes of images, in order", [image("x"), text("look"), image("y")], ["x", "y"]],
    ["bytes, regardless of their media type", [image("x", "image/jpeg")], ["x"]],
    ["the address of an image", [{ type: "image", source: { url: "https://a.example" } }], ["https://a.example"]],
    ["a document with its title", [{ type: "document", title: "a" }], ['{"type":"document","title":"a"}']],
    ["any other block, whole", [{ type: "note", n: 1 }], ['{"type":"note","n":1}']],
    ["a source that is no object, within its block", [{ type: "x", source: "a" }], ['{"type":"x","source":"a"}']],
    ["nothing of a record without a message", undefined, []],
  ])("is %s", (_, content, expected) => expect(otherKeys(entryOf(content))).toEqual(expected));
});

describe("two blocks of an API message", () => {
  const thought = (thinking: string, signature?: string): RawBlock => ({ type: "thinking", thinking, signature });
  it.each<[string, RawBlock, RawBlock]>([
    [
      "calls with one id and one input",
      { type: "tool_use", id: "t", input: { a: 1 } },
      { type: "tool_use", id: "t", input: { a: 1 }, caller: {} },
    ],
    ["thoughts with one signature", thought("Hm.", "s"), thought("Hm.", "s")],
    ["thinking without a signature, with the same text", thought("Hm.", ""), thought("Hm.")],
    ["equal texts", { ...text("Yes."), citations: null }, text("Yes.")],
    ["equal blocks of another type", { type: "x", id: "a", n: 1 }, { type: "x", id: "a", n: 1 }],
  ])("C046: are one: %s", (_, first, second) => expect(blockKey(first)).toBe(blockKey(second)));

  it.each<[string, RawBlock, RawBlock]>([
    [
      "calls with one id and other inputs",
      { type: "tool_use", id: "t", input: { a: 1 } },
      { type: "tool_use", id: "t", input: { a: 2 } },
    ],
    ["calls with other ids", { type: "tool_use", id: "t" }, { type: "tool_use", id: "s" }],
    ["calls without an id, of other tools", { type: "tool_use", name: "Read" }, { type: "tool_use", name: "Edit" }],
    ["calls whose ids are no strings", { type: "tool_use", id: 1, n: 1 }, { type: "tool_use", id: 1, n: 2 }],
    ["thoughts with one signature and other words", thought("Hm.", "s"), thought("", "s")],
    ["thoughts with other signatures", thought("Hm.", "s"), thought("Hm.", "r")],
    ["thinking without a signature, with different text", thought("Hm."), thought("So.")],
    ["different texts", text("Yes."), text("No.")],
    ["thinking and text with the same words", thought("Hm."), text("Hm.")],
    ["a thought and a call that say one thing", thought("t"), { type: "tool_use", id: "t" }],
    ["images with other bytes", image("x"), image("y")],
    ["other blocks with one id", { type: "x", id: "a", n: 1 }, { type: "x", id: "a", n: 2 }],
    ["blocks of unknown types", { type: "x" }, { type: "y" }],
  ])("C046: are two: %s", (_, first, second) => expect(blockKey(first)).not.toBe(blockKey(second)));
});
