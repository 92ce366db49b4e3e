import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuery } from "../src/read-query.ts";
import { requiredText } from "../src/required-text.ts";
import { createKernel } from "../src/scan-kernel.ts";
import { createScanner } from "../src/scanner.ts";

describe("the scan of bytes", () => {
  it("the kernel and a regular expression find the same lines", () => {
    const kernel = createKernel();
    expect(kernel).toBeDefined();
    const letters = fc.constantFrom("a", "A", "b", "B", "1", " ", "\\", "u", "\\u0041", "\\u00e9", "\n", "é", ".");
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 200 }), fc.stringMatching(/^[ab1.]{1,4}$/), (parts, needle) => {
        const text = Buffer.from(parts.join(""));
        const fast = createScanner([needle], kernel);
        const room = fast.room(text.length);
        room.set(text);
        const plain = createScanner([needle], { ...kernel!, find: () => -1 });
        const lines = (found: ReturnType<typeof fast.scan>) =>
          found.map(({ line, bytes }) => `${line} ${String(Buffer.from(bytes))}`);
        const expected = String(text)
          .split("\n")
          .flatMap((line, at) =>
            line.toLowerCase().includes(needle) || /\\u00[2-7]/.test(line) ? `${at + 1} ${line}` : [],
          );
        expect(lines(fast.scan(room))).toEqual(expected);
        expect(plain.scan(room)).toEqual([]);
        expect(lines(createScanner([]).scan(text)).length).toBe(
          String(text)
            .replace(/\n$/, "")
            .split("\n")
            .filter((_, __, all) => text.length > 0 || all.length === 0).length,
        );
      }),
    );
  });

  it.each([
    ["foo\\d+bar", "foo"],
    ["colou?r", "colo"],
    ["(?:a|b)cdef", "cdef"],
    ["abc|def", undefined],
    ["[abc]+x{2,3}yz", "yz"],
    ["\\bword\\b", "word"],
    ["\\u00e9tude", "tude"],
    ["a*", undefined],
  ])("each match of /%s/ contains %s", (source, expected) => {
    expect(requiredText(source)).toBe(expected);
  });

  it("whatever a pattern matches contains the required text", () => {
    const part = fc.constantFrom("a", "bc", "d?", "e*", "[xy]", "(?:fg|h)", "\\d", ".", "i+", "j{2}");
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.stringMatching(/^[a-jxy0-9]{0,20}$/),
        (parts, text) => {
          const source = parts.join("");
          const found = readQuery([`/${source}/`]).find(text);
          const required = requiredText(source);
          const matched = found && text.slice(found.index, found.index + found.length);
          expect(matched === undefined || required === undefined || matched.includes(required)).toBe(true);
        },
      ),
    );
  });
});
