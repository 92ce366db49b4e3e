import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut } from "../src/cut.ts";
import { call, message, output as toOutput, root, session } from "./render.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join("\n");

describe("cut", () => {
  it("removes the middle, and returns its size", () => {
    // Two thirds of the limit for the beginning: lines of 7 characters with their ends, later of 8.
    expect(cut(lines(1, 100), 100)).toEqual({
      head: lines(1, 9),
      tail: lines(97, 100),
      lines: 87,
      characters: 87 * 8,
    });
  });

  it.each([
    ["a text that is no longer than the limit", "x".repeat(10), undefined],
    ["a line without an end", "x".repeat(100), { head: "x".repeat(7), tail: "xxx", lines: 1, characters: 90 }],
    ["half a character", "😀".repeat(50), { head: "😀😀😀", tail: "😀", lines: 1, characters: 92 }],
  ])("of %s", (_, text, result) => expect(cut(text, 10)).toEqual(result));

  it("keeps the beginning, the end, no more than the limit, and loses count of nothing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 12 })).map((all) => all.join("\n")),
        fc.integer({ min: 6, max: 60 }),
        (text, limit) => {
          const found = cut(text, limit);
          expect(found === undefined).toBe(text.length <= limit);
          if (found === undefined) return;
          const { head, tail, characters } = found;
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
          expect(head.length + tail.length).toBeLessThanOrEqual(limit);
          // The end of the last line of the beginning is where its block ends.
          expect([0, 1]).toContain(text.length - head.length - characters - tail.length);
        },
      ),
    );
  });
});

describe("toMdast with a limit", () => {
  const output = (limit?: number) =>
    toOutput(
      root(session("s", [message("a", "assistant", [call("Bash", { command: "seq" }, { text: lines(1, 100) })])])),
      {
        limit,
      },
    );

  it("renders long output in two pieces with the size of the missing part", () => {
    const document = output(100);
    expect(document).toContain(`code ${JSON.stringify(lines(1, 9))}`);
    expect(document).toContain('text "… 87 lines, 696 characters not shown …"');
    expect(document).toContain(`code ${JSON.stringify(lines(97, 100))}`);
    expect(document).not.toContain("line 50");
  });

  it("renders all of it without a limit", () => expect(output()).toContain(JSON.stringify(lines(1, 100))));
});
