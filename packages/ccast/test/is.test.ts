import { describe, expect, it } from "vitest";
import { is } from "../src/is.ts";
import type { Nodes } from "../src/types.ts";

describe("is", () => {
  const text = { type: "text", value: "hi" };

  const table: Array<[what: string, value: unknown, type: Nodes["type"] | undefined, answer: boolean]> = [
    ["a node of the type asked for", text, "text", true],
    ["a node of another type", text, "message", false],
    ["any node, if no type is asked for", text, undefined, true],
    ["a node of an unknown type, if no type is asked for", { type: "poll" }, undefined, true],
    ["an object without a type", { value: "hi" }, undefined, false],
    ["an object without a type, if one is asked for", { value: "hi" }, "text", false],
    ["an object whose type is not a string", { type: 1 }, undefined, false],
    ["null", null, undefined, false],
    ["nothing", undefined, "text", false],
    ["a string", "text", "text", false],
    ["a function", () => text, "text", false],
  ];

  for (const [what, value, type, answer] of table)
    it(`is ${answer} for ${what}`, () => {
      expect(is(value, type)).toBe(answer);
    });

  it("narrows the type for TypeScript", () => {
    const nodes: unknown[] = [{ type: "notice", entryType: "mode" }, text];
    const found = nodes.find((node) => is(node, "text"));
    const value: string | undefined = found?.value;
    expect(value).toBe("hi");
  });
});
