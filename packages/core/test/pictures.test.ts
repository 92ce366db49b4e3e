import { readdirSync, readFileSync } from "node:fs";
import { findPictures, type Picture } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import type { Extension } from "../src/index.ts";
import { ruleNames } from "../src/rulebook.ts";
import { read as readFiles, readShape, show } from "./threads.ts";

const folder = new URL("../src/", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort();

/** What the rules make of a picture: the threads, and the rules that it names. */
function rebuild({ shape, rule, copies, named: file }: Picture, extensions?: readonly Extension[]): string {
  const read = readShape(shape, extensions, undefined, file);
  const judged = [...read.dag.entries.keys()].flatMap((id) => read.threads.judged(id)?.rule ?? []);
  const kinds = read.threads.trunks.flatMap((trunk) => trunk.sides.map((side) => side.rule));
  const names = new Set<string | undefined>([...judged, ...kinds]);
  const folded = new Set<string | undefined>(read.dag.copies.map((copy) => copy.rule));
  const named = names.has(rule) ? ` rule=${rule}` : "";
  return `${named}${folded.has(copies) ? ` copies=${copies}` : ""}\n${show(read)}`;
}

function expected({ threads, rule, copies }: Picture): string {
  return `${rule ? ` rule=${rule}` : ""}${copies ? ` copies=${copies}` : ""}\n${threads}`;
}

for (const source of sources) {
  const text = readFileSync(new URL(source, folder), "utf8");
  const pictures = findPictures(text);
  const shapes = text.match(/```shape/g)?.length ?? 0;
  if (shapes === 0) continue;
  const name = source.replace(/^.*\/|\.ts$/g, "");
  describe(name, () => {
    it("draws nothing that is not tested", () => expect(pictures).toHaveLength(shapes));
    it.each(pictures)("$threads", (picture) => expect(rebuild(picture)).toBe(expected(picture)));
    if (!ruleNames.has(name)) return;
    it("matters: with the rule switched off, the result of a picture changes", () => {
      expect(pictures.some((picture) => rebuild(picture, [{ off: [name] }]) !== expected(picture))).toBe(true);
    });
  });
}

describe("D001: drawings in the documents", () => {
  const docs = new URL("../../../docs/", import.meta.url);
  const pages = ["format/shapes.md", "format/agents.md", "figures.md", "rules/README.md"];
  const drawn = pages.flatMap((page) =>
    findPictures(readFileSync(new URL(page, docs), "utf8")).map((picture) => [page, picture] as const),
  );

  it("there are some on each page", () => {
    expect(new Set(drawn.map(([page]) => page))).toEqual(new Set(pages));
  });

  it("the records in the explanation of the notation are those of its drawing", () => {
    const text = readFileSync(new URL("rules/README.md", docs), "utf8");
    const records = /```text\n(\{[^`]*)```/.exec(text)![1]!;
    const [picture] = findPictures(text);
    expect(show(readFiles({ "s1.jsonl": records }))).toBe(picture!.threads);
  });

  it.each(drawn)("%s, $threads", (_, picture) => expect(rebuild(picture)).toBe(expected(picture)));
});

describe("rules", () => {
  it("each that can be switched off has a picture", () => {
    const drawn = sources.filter((source) => readFileSync(new URL(source, folder), "utf8").includes("```shape"));
    const files = new Set(drawn.map((source) => source.replace(/^.*\/|\.ts$/g, "")));
    expect([...ruleNames].filter((name) => !files.has(name))).toEqual([]);
  });
});
