import { describe, expect, it } from "vitest";
import { type Allowed, collect, judge, type Made, recheck } from "./check.mjs";

const faultsOf = (source: string, { made = [], allowed = [] }: { made?: Made[]; allowed?: Allowed[] } = {}) =>
  judge(collect(new Map([["a.ts", source]]), made), recheck, allowed);

describe("the check of regular expressions", () => {
  it.each([
    ["a literal that is exponential", "const x = 1;\nconst a = /^(?:a+)+$/;", "exponential"],
    ["a literal that is quadratic", "\nconst a = (b: string): string => b.replace(/[.]+$/g, '');", "polynomial (2)"],
    ["a text", '\nconst a = new RegExp("^(?:a|a)*$", "i");', "exponential"],
    ["a template without expressions, and no `new`", "\nconst a = globalThis.RegExp(`\\\\s+$`);", "polynomial (2)"],
  ])("finds one that is not linear: %s", (_, source, verdict) => {
    const [fault, ...others] = faultsOf(source);
    expect([fault?.startsWith(`a.ts:2 Unexpected ${verdict} time of /`), others]).toEqual([true, []]);
  });

  it("accepts linear ones, and reads no comments, texts and divisions", () => {
    const source = "const a = [/^a+$/u, /\\bb{1,9}/g]; // /(a+)+$/\nconst b = '/(a+)+$/' + `/(a+)+$/` + (a / 2 / b);";
    expect(faultsOf(source)).toEqual([]);
    expect(collect(new Map([["a.ts", source]]), []).regexps.map(({ regexp }) => regexp)).toEqual([
      "/^a+$/u",
      "/\\bb{1,9}/g",
    ]);
  });

  it("checks what a call made of expressions, where it ran", () => {
    const source = "const a = new RegExp(`(?:${b})+$`);";
    const made = { path: "a.ts", line: 1, flags: "" };
    expect(faultsOf(source, { made: [{ ...made, pattern: "^(?:a)+$" }] })).toEqual([]);
    expect(faultsOf(source, { made: [{ ...made, pattern: "(?:a+)+$" }] })).toEqual([
      "a.ts:1 Unexpected exponential time of /(?:a+)+$/",
    ]);
  });

  it("wants a call that did not run to be listed, and checks its examples", () => {
    const source = "const a = (b) =>\n  new RegExp(\n    `^${b}$`,\n  );";
    const row = { file: "a.ts", call: "new RegExp( `^${b}$`, )", reason: "b is escaped" };
    expect(faultsOf(source)).toEqual(["a.ts:2 Cannot check new RegExp( `^${b}$`, ): list it with examples"]);
    expect(faultsOf(source, { allowed: [{ ...row, examples: ["^a$"] }] })).toEqual([]);
    expect(faultsOf(source, { allowed: [{ ...row, examples: ["^(a+)+$"] }] })).toEqual([
      "a.ts:2 Unexpected exponential time of the example ^(a+)+$",
    ]);
  });

  it("accepts a listed one with its reason, in its file only, as long as it is needed", () => {
    const row = { file: "a.ts", regexp: "/[.]+$/", reason: "input is bounded to 64 characters" };
    expect(faultsOf("const a = /[.]+$/;", { allowed: [row] })).toEqual([]);
    expect(faultsOf("const a = /[.]+$/;", { allowed: [{ ...row, reason: "" }] })).toHaveLength(2);
    expect(faultsOf("const a = /[.]+$/;", { allowed: [{ ...row, file: "b.ts" }] })).toHaveLength(2);
    expect(faultsOf("const a = /^[.]+$/;", { allowed: [row] })).toEqual([
      "allowed.json Unexpected /[.]+$/: nothing in a.ts needs it",
    ]);
  });

  it("names a source that cannot be parsed", () => {
    expect(() => faultsOf("const = /a/;")).toThrow("Cannot parse a.ts");
  });
});
