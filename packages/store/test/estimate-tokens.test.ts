import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens, estimatorName } from "../src/estimate-tokens.ts";
import type { MessagePart } from "../src/index.ts";

const tokens = (...parts: MessagePart[]): number => estimateTokens({ role: "user", parts, meta: {} });

describe("P11: the estimate of tokens", () => {
  it.each<[string, MessagePart[], number]>([
    ["no part", [], 0],
    ["a text of four bytes", [{ type: "text", text: "abcd" }], 1],
    ["a text of five bytes", [{ type: "text", text: "abcde" }], 2],
    [
      "two texts, rounded once",
      [
        { type: "text", text: "ab" },
        { type: "thinking", text: "cd" },
      ],
      1,
    ],
    ["bytes, not characters", [{ type: "text", text: "äöü€🌍" }], 4],
    ["a result", [{ type: "tool-result", text: "abcdefgh", meta: { tool_call_id: "1" } }], 2],
    [
      "a call: its name and its arguments",
      [{ type: "tool-call", meta: { id: "a long id", name: "look", arguments: '{"a":1}' } }],
      3,
    ],
    ["a call with an object", [{ type: "tool-call", meta: { name: "look", arguments: { a: 1 } } }], 3],
    ["an image", [{ type: "image", meta: { data: "AAAA" } }], 0],
    ["a kind of its own", [{ type: "data", text: "abcd" }], 0],
  ])("of %s", (_, parts, expected) => {
    expect(tokens(...parts)).toBe(expected);
  });

  it("counts the bytes that an encoder writes", () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        ),
        (text) => {
          expect(tokens({ type: "text", text })).toBe(Math.ceil(encoder.encode(text).length / 4));
        },
      ),
    );
  });

  it("P11: says its name", () => {
    expect(estimatorName).toBe("utf8-bytes/4");
  });
});
