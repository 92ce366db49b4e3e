import type { Hunk } from "@ccdag/edits";
import type { Element, ElementContent } from "hast";
import { diffLine } from "../tree/diff-lines.ts";
import { element } from "../tree/element.ts";
import { pairWords } from "../tree/pair-words.ts";

/** A hunk of a diff; in lines that replace one another, the words that differ are marked. */
export function renderHunk({ oldStart, newStart, lines }: Hunk, path: string): Element {
  const words = pairWords(lines);
  const rows = lines.map((line, at): ElementContent => diffLine(line, words.get(at), (text) => [text]));
  const head = element("span", { className: ["hunk"] }, `@@ -${oldStart} +${newStart} @@\n`);
  const code = element("code", { className: ["language-diff"] }, head, rows);
  return element("pre", { tabIndex: 0, role: "group", ariaLabel: path }, code);
}
