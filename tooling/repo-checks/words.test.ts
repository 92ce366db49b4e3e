import { describe, expect, it } from "vitest";
import { files } from "./files.mjs";
import { findWords } from "./words.mjs";
import { allowed } from "./words-list.mjs";

const found = (path: string, text: string) => findWords(path, text).map((one) => `${one.line} ${one.found}`);
const inProse = (text: string) => found("docs/page.md", text);
const inSource = (text: string) => found("packages/core/src/a.ts", text);

describe("words", () => {
  it("are found in documents, with the line and what to use instead", () => {
    expect(findWords("README.md", "# ccdag\n\nEach agent hangs on the call that bore it.")).toEqual([
      { line: 3, found: "hangs on", word: "hang on", say: "is a child of, its parent is" },
      { line: 3, found: "bore", word: "born, bore", say: "spawned" },
    ]);
    expect(inProse("Secrets are taken out,\nand words of\nstrangers stay text.")).toEqual([
      "1 taken out",
      "3 strangers",
    ]);
    expect(inProse("Two wings and a hall: the house.")).toEqual(["1 wings", "1 hall", "1 house"]);
    expect(inProse("Long outputs stand in folds.")).toEqual(["1 in folds"]);
    expect(inProse("What goes on here is told.")).toEqual(["1 goes on", "1 told"]);
    expect(inProse("A DAG-line is a line of talk.")).toEqual(["1 DAG-line", "1 line of talk"]);
  });

  it("are found in names, which are split into their parts", () => {
    expect(inSource("const bornAt = 1;\nfunction tellLess() {}\ntype UuidlessRecord = {};")).toEqual([
      "1 bornAt",
      "2 tellLess",
      "3 UuidlessRecord",
    ]);
    expect(inSource("interface Loose {}\nconst loadOwn = 1;\nclass LineSet {}")).toEqual([
      "1 Loose",
      "2 loadOwn",
      "3 LineSet",
    ]);
    expect(inSource("const goesOn = 1, wentOn = 2;")).toEqual(["1 goesOn", "1 wentOn"]);
    expect(found("packages/mdast/src/fold.ts", "")).toEqual(["1 fold.ts"]);
    expect(found("tooling/house/a.ts", "")).toEqual(["1 house"]);
  });

  it("are found in texts and comments of a source, and in the texts around code", () => {
    expect(inSource('option("--limit", "how much is told");')).toEqual(["1 told"]);
    expect(inSource("// What it hangs on.\nlet a = `told ${b ? `born` : c}`;")).toEqual([
      "1 hangs on",
      "2 told",
      "2 born",
    ]);
    expect(inSource('const a = /"/; // told')).toEqual(["1 told"]);
  });

  it("that are good stay", () => {
    const good =
      "Folded copies, an in-house tool, airborne, a hanging indent, a spotless line, a foretold intelligence, out of order.";
    expect(inProse(good)).toEqual([]);
    expect(inSource("const folded = placed + lineage; const isUnfoldable = intelligence;")).toEqual([]);
  });

  it("can be allowed on a line", () => {
    expect(inProse("<!-- words: allow DAG-line -->\nThe seed says DAG-line.")).toEqual([]);
    expect(inProse("<!-- words: allow DAG-line -->\nThe seed has told it.")).toEqual(["2 told"]);
  });

  it("are allowed in files that there are, with a reason", () => {
    expect(allowed.filter(({ path, reason }) => !files.includes(path) || reason === "")).toEqual([]);
  });
});
