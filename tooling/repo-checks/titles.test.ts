import { describe, expect, it } from "vitest";
import { titlesIn } from "./titles.mjs";

describe("titles of tests", () => {
  it.each<[string, string, string[]]>([
    ["of a test and its group", 'describe("a", () => { it("b (c)", () => {}); });', ["a", "b (c)"]],
    ["of a test with a modifier or a limit", 'it.concurrent("a", f); test("b", { timeout: 9 }, f);', ["a", "b"]],
    ["in a template", "describe(`a ${name(1)} b`, f);", ["a  b"]],
    ["of two texts", 'it("a " + "b", f);', ["a b"]],
    ["of a table, with the first text of each row", 'it.each([["a", "b"], [\n"c", []]])("%s", f)', ["%s", "a", "c"]],
    ["of a table with types", 'it.each<[string, (a: B) => C]>([["a", d]])("%s is", f)', ["%s is", "a"]],
    ["of a list of texts", 'it.each(["a", "b"])("%s", f)', ["%s", "a", "b"]],
    ["of a table of fields", 'it.each([{ name: "a", is: "b" }])("$name", f)', ["$name", "a"]],
    ["of a group with a table", 'describe.each([["a"]])("%s", f)', ["%s", "a"]],
    ["of a table with brackets in a pattern and a text", 'it.each([["a)", /[(]/], ["b"]])("%s", f)', ["%s", "a)", "b"]],
  ])("are found: %s", (_, source, titles) => expect(titlesIn(source)).toEqual(titles));

  it.each([
    ["comments", '// it("a", f)\n/* it("b", f) */'],
    ["texts", "const a = 'it(\"a\", f)';"],
    ["imports", 'import { a } from "C001";'],
    ["other calls", 'await("a"); submit("b"); page.it("c"); expect("d").toBe("e");'],
  ])("are not found in %s", (_, source) => expect(titlesIn(source)).toEqual([]));

  it.each([
    ["the body of a test", 'it("a", () => expect(b).toBe("c"));', ["a"]],
    ["later cells of a row, and rows within", 'it.each([["a", "b", ["c"]]])("%s", f);', ["%s", "a"]],
    ["rows, if the title does not name them", 'it.each([["a"]])("all", f);', ["all"]],
    ["other fields of a row", 'it.each([{ a: "b", c: { a: "d" } }])("$c", f);', ["$c"]],
  ])("do not come from %s", (_, source, titles) => expect(titlesIn(source)).toEqual(titles));
});
