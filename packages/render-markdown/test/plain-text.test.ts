import { describe, expect, it } from "vitest";
import { forge } from "../src/defuse.ts";
import { guard } from "../src/guard.ts";
import { nodesIn } from "./nodes-in.ts";

describe("a text that is not parsed becomes code, with every character", () => {
  it.each([
    ["quotes in quotes", `${"> ".repeat(1500)}# x`],
    ["lists in lists", `${"- ".repeat(900)}# x`],
    ["headings by underlines", "a\n=\n".repeat(3000)],
    ["backticks among them", `${"> ".repeat(1500)}# x\n${"```` a ".repeat(3000)}`],
    ["more backticks than a call has arguments", `> - a\n1) b\n\t<b>\n| a |\n|-|\n${"``` a ".repeat(140_000)}`],
    ["lists above blank lines", `${"- ".repeat(900)}\`\`\`\n${"\n".repeat(9000)}x`],
  ])("%s", (_, text) => {
    for (const dialect of [undefined, forge]) {
      const [, block] = nodesIn(guard(text, 2, dialect));
      expect(block).toMatchObject({ type: "code", value: text.trimEnd() });
    }
  });
});

describe("escapes take linear time", () => {
  it.each([
    ["code spans before tags", `${"`a`".repeat(15_000)}${"<b>".repeat(15_000)}`],
    ["slashes before a backtick", `${"//".repeat(45_000)}\`@a`],
    ["joints of links above a long line", `${"](".repeat(20_000)}\n${"a".repeat(50_000)}`],
    ["tags after long words", `${"x".repeat(1000)}${" <a".repeat(300)} `.repeat(45)],
    ["fences in a deep item", `- a\n${"      ```\n      x\n      ```\n".repeat(3000)}`],
  ])("%s", (_, text) => {
    const before = process.cpuUsage();
    guard(text, 2, forge);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(50 * (text.length / 1000));
  });

  it("an underline that is escaped already is not escaped again", () => {
    expect(guard("===\n===\n===\n===\n", 2)).toBe("===\n\\===\n\\===\n\\===");
    expect(guard("a\n---\n---\n---\n", 2)).toBe("a\n\\---\n\\---\n\\---");
  });
});
