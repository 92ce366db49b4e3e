import { toMdast } from "@ccdag/mdast";
import { ccdag } from "@ccdag/processor";
import { answer, message, session, tree } from "@ccdag/testkit";
import type { BlockContent } from "mdast";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { renderPieces } from "../src/in-pieces.ts";
import renderMarkdown, { type RenderMarkdownOptions, write } from "../src/index.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

const render = (document: Parameters<typeof write>[0]) => write(document, {});

describe("Markdown in pieces", () => {
  it.each([1, 2, 3, 7])("is the same text, however the blocks come: %i at a time", async (size) => {
    const file = projectIn("sample");
    const document = toMdast(ccdag().parse(file));
    const blocks = document.children as BlockContent[];
    const lists = Array.from({ length: Math.ceil(blocks.length / size) }, (_, at) =>
      blocks.slice(at * size, (at + 1) * size),
    );
    expect([...renderPieces(lists, render)].join("")).toBe(render(document));
  });

  it("a long text is left in pieces, which are made as often as they are asked for; a short one is returned", () => {
    const long = "word ".repeat(40_000);
    const said = Array.from({ length: 90 }, (_, at) => [message(`p${at}`, `Question ${at}`), answer(`a${at}`, long)]);
    const talk = tree(session({ sessionId: "s" }, ...said.flat()));
    const stringify = (given: RenderMarkdownOptions, nodes = talk) => {
      const file = new VFile();
      return { text: String(unified().use(renderMarkdown, given).stringify(nodes, file)), pieces: file.data.pieces };
    };
    const { text } = stringify({});
    const left = stringify({ inPieces: true });
    expect(left.text).toBe("");
    for (let round = 0; round < 2; round++) expect([...left.pieces!()].join("") === text).toBe(true);
    const short = tree(session({ sessionId: "s" }, answer("a", "hi")));
    expect(stringify({ inPieces: true }, short)).toEqual({ text: stringify({}, short).text, pieces: undefined });
  });
});
