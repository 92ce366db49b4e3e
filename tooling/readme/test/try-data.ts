import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Block, textOf } from "../blocks.mjs";

/** Look at blocks of JSON and YAML, and whether each block is of a kind that some test tries. */
export function tryData(blocks: readonly Block[]): void {
  const schemaOf = (path: string) => new Ajv2020({ strict: false }).compile(JSON.parse(textOf(path)) as object);
  const blocksIn = (wanted: string) =>
    blocks.filter(({ language }) => language === wanted).map((block) => [block.at, block] as const);

  describe.runIf(blocksIn("json").length > 0)("JSON in the documents", () => {
    const isConfig = schemaOf("apps/cli/config.schema.json");
    const isEnvelope = schemaOf("packages/ccast/schema.json");

    it.each(blocksIn("json"))("%s is valid", (_, { code }) => {
      const value = JSON.parse(code) as object;
      expect(value).toBeTypeOf("object");
      if ("plugins" in value || "settings" in value) expect([isConfig(value), isConfig.errors]).toEqual([true, null]);
      if ("tree" in value) expect([isEnvelope(value), isEnvelope.errors]).toEqual([true, null]);
    });
  });

  describe.runIf(blocksIn("yaml").length > 0)("YAML in the documents", () => {
    it.each(blocksIn("yaml"))("%s is YAML", (_, { code }) => {
      expect(parse(code)).toBeTypeOf("object");
    });
  });

  it("blocks are code that is tried here, drawings that are tests, or texts", () => {
    const known = new Set(["ts", "sh", "console", "json", "yaml", "shape", "threads", "flow", "text", ""]);
    // Scripts of recipes, questions in SQL, Python, and pages that embed a session have tests of their own.
    const elsewhere = new Set([
      "examples/remark-notes/notes.md ccdag",
      "examples/vitepress-notes/docs/index.md ccdag",
      "docs/guides/embed.md html",
      "docs/guides/embed.md js",
      "docs/guides/recipes.md bash",
      "docs/guides/tables.md sql",
      "packages/remark-ccdag/README.md js",
      "packages/remark-ccdag/README.md md",
      "clients/python/README.md python",
    ]);
    const isTried = ({ language, path }: Block) => known.has(language) || elsewhere.has(`${path} ${language}`);
    expect(blocks.filter((block) => !isTried(block)).map(({ at, language }) => `${at} ${language}`)).toEqual([]);
  });
}
