import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeObjects } from "../src/entry/whole-objects.ts";

const found = (text: string) => wholeObjects(text).map(({ from, to }) => text.slice(from, to));

describe("the objects of a line that is not one", () => {
  const record = '{"type":"user","message":{"content":"a \\"b\\" {"}}';
  it.each<[string, string, string[]]>([
    ["two on a line", `${record}${record}`, [record, record]],
    ["between NUL bytes", `\0\0${record}\0`, [record]],
    ["behind words", `error: ${record} ok`, [record]],
    ["behind a string that was cut off", `{"type":"user","a":"hel${record}`, [record]],
    ["behind a key that was cut off", `{"type":"user","a${record}`, [record]],
    ["behind an escape that was cut off", `{"a":"x\\u00${record}`, [record]],
    ["behind a backslash that was cut off", `{"a":"x\\${record}`, [record]],
    ["behind a quote", `{"a":"${record}`, [record]],
    ["behind a brace", `{${record}`, [record]],
    ["behind a colon, where it might be a value", `{"a":${record}`, [record]],
    ["behind a number that was cut off", `{"a":12${record}`, [record]],
    ["behind a literal that was cut off", `{"a":tru${record}`, [record]],
    ["behind a string with a NUL byte", `{"a":"x\0\0${record}`, [record]],
    ["behind two that were cut off", `{"a":"x{"b":"y${record}`, [record]],
    ["in an array that was cut off", `{"a":[1,${record}`, [record]],
    ["none where the value is followed by more", `{"a":${record},"b":1`, []],
    ["none in words that are quoted", JSON.stringify(record), []],
    ["none in the string of a whole object", `{"a":${JSON.stringify(record)}}x`, [`{"a":${JSON.stringify(record)}}`]],
    ["none without an end", '{"a":{"b":{', []],
    ["none in text", "words { } [", ["{ }"]],
  ])("%s", (_, text, objects) => expect(found(text)).toEqual(objects));

  // The keys of records are words; a key such as `]` could be the end of what was cut off.
  const key = fc
    .tuple(fc.constantFrom("a", "type", "null"), fc.string({ maxLength: 4 }))
    .map((parts) => parts.join(""));
  const json = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
  it("whatever was cut off: the records behind it are found as they were written", () => {
    const cut = fc.tuple(json, fc.nat()).map(([value, at]) => {
      const text = JSON.stringify(value);
      return text.slice(0, 1 + (at % (text.length - 1)));
    });
    fc.assert(
      fc.property(cut, fc.array(json, { minLength: 1, maxLength: 3 }), (torn, records) => {
        const rest = records.map((value) => JSON.stringify(value));
        expect(found(`${torn}${rest.join("")}`).slice(-rest.length)).toEqual(rest);
      }),
      { numRuns: 2000 },
    );
  });

  it("are parts of the text that JSON can read, in order, one after the other", () => {
    const pieces = fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "a", "1", " ", "\0", "null", '{"a":1}');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        let at = 0;
        for (const { from, to } of wholeObjects(text)) {
          expect(from).toBeGreaterThanOrEqual(at);
          at = to;
          expect(text[from] + text[to - 1]!).toBe("{}");
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["braces", "{"],
    ["keys without an end", '{"a":'],
    ["strings that are cut off", '{"a":"x{"b'],
    ["arrays", '{"a":[['],
    ["blanks", '{"a"      '],
  ])("one pass is enough, also for %s", (_, part) => {
    const text = part.repeat(300_000);
    expect(wholeObjects(text)).toEqual([]);
  });
});
