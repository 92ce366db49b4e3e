import { describe, expect, it } from "vitest";
import { toCsvText } from "../src/csv-text.ts";

describe("a text in CSV", () => {
  it.each([
    // What a spreadsheet runs, also where another sign divides cells.
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["totals;=1+1", "totals;'=1+1"],
    ["a\\t=1", "a\\t'=1"],
    ['a;"=1', `a;"'=1`],
    ["a\\n =1", "a\\n '=1"],
    ["a|@x", "a|'@x"],
    ["\uFF1D1+1", "'\uFF1D1+1"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ["+A1(", "'+A1("],
    // Any other text is what it was: programs join tables by it.
    ["-home-ada-weather", "-home-ada-weather"],
    ["-K--Users-ada", "-K--Users-ada"],
    ["+1", "+1"],
    ["a = b; c", "a = b; c"],
    ["- an item", "- an item"],
    ["mail@example.org", "mail@example.org"],
  ])("%j is written as %j", (text, written) => {
    const plain = (one: string) => one.replaceAll("\\t", "\t").replaceAll("\\n", "\n");
    expect(toCsvText(plain(text))).toBe(plain(written));
  });
});
