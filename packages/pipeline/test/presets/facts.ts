import { toText } from "@ccdag/ccast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Nodes, Root as Document } from "mdast";
import type { Preset } from "unified";
import { expect, it } from "vitest";
import { nodesOf, render } from "./project.ts";

/** Parse as a forge does, with HTML on. */
export const parse = (text: string): Document =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

export const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** The words of a text, without escapes and punctuation. */
const letters = (text: string): string => text.match(/[\p{L}\d]+/gu)?.join(" ") ?? "";

/** Every node of a document. */
export function allNodes(document: Document): Nodes[] {
  const found: Nodes[] = [];
  const stack: Nodes[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.push(node);
    if ("children" in node) stack.push(...node.children);
  }
  return found;
}

/** Lines of prompts and answers that are not in a text, except those for which `isOmitted` returns `true`. */
export function missingLines(name: string, text: string, isOmitted: (line: string) => boolean = () => false): string[] {
  const output = letters(text);
  const said = nodesOf(name, "message").filter(({ origin }) => origin === "prompt" || origin === "reply");
  const lines = said.flatMap((message) => toText(message).split("\n")).filter((line) => !isOmitted(line));
  return lines.filter((line) => !output.includes(letters(line)));
}

/** Prompts that a person typed. */
export const promptsOf = (name: string) =>
  nodesOf(name, "message").filter(({ origin, actor }) => actor === "human" && origin === "prompt");

/** Seven facts about every output without HTML. */
export function plainFacts(name: string, preset: Preset, output: () => string): void {
  it("1 begins with the title of the first session", () => {
    expect(output().startsWith(`# Session ${nodesOf(name, "session")[0]!.sessionId.slice(0, 8)}`)).toBe(true);
  });

  it("2 has one title for each session, and nothing else at the top", () => {
    const titles = parse(output()).children.filter((node) => node.type === "heading" && node.depth === 1);
    expect(titles).toHaveLength(nodesOf(name, "session").length);
  });

  it("3 has a heading for each prompt of a person", () => {
    expect(promptsOf(name).length).toBeGreaterThan(0);
    expect(count(output(), /^#+ Human\b/gm)).toBeGreaterThanOrEqual(promptsOf(name).length);
  });

  it("4 has no HTML at all", () => {
    expect(allNodes(parse(output())).filter(({ type }) => type === "html")).toEqual([]);
  });

  it("5 has no link within the document, because there are no anchors", () => {
    expect(allNodes(parse(output())).filter((node) => node.type === "link" && node.url.startsWith("#"))).toEqual([]);
  });

  it("6 has the words of every prompt and answer", () => {
    expect(missingLines(name, output())).toEqual([]);
  });

  it("10 is the same, byte for byte, each time and in whatever order files are listed", async () => {
    expect((await render(name, preset)).text).toBe(output());
    expect((await render(name, preset, true)).text).toBe(output());
  });
}
