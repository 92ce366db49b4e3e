import { changedWords, type Hunk, type WordPiece } from "@ccdag/edits";
import type { Element, ElementContent } from "hast";
import { element } from "../tree/element.ts";

/** A hunk of a diff; in lines that replace one another, the words that differ are marked. */
export function renderHunk({ oldStart, newStart, lines }: Hunk, path: string): Element {
  const rows: ElementContent[] = [element("span", { className: ["hunk"] }, `@@ -${oldStart} +${newStart} @@\n`)];
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed, "+");
    const pairs = removed === added ? removed : 0;
    const words = Array.from({ length: pairs }, (_, pair) =>
      changedWords(lines[at + pair]!.slice(1), lines[at + removed + pair]!.slice(1)),
    );
    for (let line = 0; line < removed; line++) rows.push(row(lines[at + line]!, words[line]?.before));
    for (let line = 0; line < added; line++) rows.push(row(lines[at + removed + line]!, words[line]?.after));
    at += removed + added;
    if (removed + added === 0) rows.push(row(lines[at++]!, undefined));
  }
  const code = element("code", { className: ["language-diff"] }, rows);
  return element("pre", { tabIndex: 0, role: "group", ariaLabel: path }, code);
}

/** How many lines from an index on have a mark. */
function runOf(lines: readonly string[], from: number, mark: string): number {
  let to = from;
  while (lines[to]?.startsWith(mark)) to++;
  return to - from;
}

const marks: Readonly<Record<string, string>> = { "+": "ins", "-": "del" };

function row(line: string, pieces: readonly WordPiece[] | undefined): ElementContent {
  const kind = marks[line.charAt(0)];
  if (kind === undefined) return { type: "text", value: `${line}\n` };
  const words = pieces?.map(({ text, isChanged }) => (isChanged ? element("mark", {}, text) : text)) ?? [line.slice(1)];
  return element("span", { className: [kind] }, line.charAt(0), ...words, "\n");
}
