import { describe, expect, it } from "vitest";
import { commandTable } from "../src/command-table.ts";
import { synonyms } from "../src/synonyms.ts";
import { ccdag } from "./world.ts";

const names = commandTable.map(({ name }) => name);

describe("a wrong call", () => {
  it.each([
    ["stats", "Unexpected command `stats`, expected `ccdag usage`"],
    ["view 642fe51e", "Unexpected command `view`, expected `ccdag show`"],
    ["open", "Unexpected command `open`, expected `ccdag serve --open`"],
    ["frobnicate", "Unexpected command `frobnicate`, expected one that `ccdag --help` lists"],
    ["toString", "Unexpected command `toString`, expected one that `ccdag --help` lists"],
    [
      "642fe51e#turn-3",
      "Unexpected command `642fe51e#turn-3`, expected one before an input, as in `ccdag show 642fe51e#turn-3`",
    ],
    [
      "642fe51e --to html -o x.html",
      "Unexpected command `642fe51e`, expected one before an input, as in `ccdag export 642fe51e`",
    ],
    ["./s.jsonl", "Unexpected command `./s.jsonl`, expected one before an input, as in `ccdag show ./s.jsonl`"],
    ["--root x ls", "Unexpected --root before a command, expected it after: `ccdag <command> --root`"],
    ["ls --by nosuch", "Unexpected --by `nosuch`, expected project, client"],
    ["ls --by it's", "Unexpected --by `it's`, expected project, client"],
    ["search", "Expected <words> after the command; --help describes it"],
    ["site", "Expected --output <folder>"],
    ["export -o", "Expected <path> after --output"],
    ["pick a b", "Unexpected 2 arguments after pick, expected none"],
    ["show a b", "Unexpected 2 arguments after show, expected 1"],
    ["ls --nosuch\u001B[2J", "Unexpected option --nosuch␛[2J, expected one that --help lists"],
    ["config nosuch", "Unexpected setting `nosuch`, expected a name that `ccdag config` lists"],
    ["config limitt", "Unexpected setting `limitt`, expected `limit`"],
  ])("%s: one line says what was expected", async (words, message) => {
    const { code, stdout, stderr } = await ccdag(words.split(" "));
    expect([code, stdout, stderr]).toEqual([2, "", `ccdag: ${message}\n`]);
  });

  it("has synonyms of commands that exist, with options that they have", () => {
    for (const [word, words] of Object.entries(synonyms)) {
      const [name, flag = ""] = words.split(" ");
      const row = commandTable.find((one) => one.name === name);
      const flags = row?.options.map((option) => option.flags).join(" ");
      expect([word, names.includes(word), flags]).toEqual([word, false, expect.stringContaining(flag)]);
    }
  });
});
