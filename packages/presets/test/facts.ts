import { toText } from "@ccdag/ccast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Nodes, Root as Document } from "mdast";
import { nodesOf } from "./project.ts";

/** As a forge reads it, with HTML on. */
export const parse = (text: string): Document =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

export const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Words alone: how they were escaped does not matter. */
const letters = (text: string): string => text.match(/[\p{L}\d]+/gu)?.join(" ") ?? "";

/** Every node of a document. */
export function allNodes(document: Document): Nodes[] {
  const found: Nodes[] = [];
  const open: Nodes[] = [document];
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node);
    if ("children" in node) open.push(...node.children);
  }
  return found;
}

/** Lines of prompts and answers that a text does not tell; `isLeftOut` says of which ones that is right. */
export function untold(name: string, text: string, isLeftOut: (line: string) => boolean = () => false): string[] {
  const told = letters(text);
  const said = nodesOf(name, "message").filter(({ origin }) => origin === "prompt" || origin === "reply");
  const lines = said.flatMap((message) => toText(message).split("\n")).filter((line) => !isLeftOut(line));
  return lines.filter((line) => !told.includes(letters(line)));
}

/** Prompts that a person typed. */
export const promptsOf = (name: string) =>
  nodesOf(name, "message").filter(({ origin, actor }) => actor === "human" && origin === "prompt");
