import type { Hunk } from "./types.ts";
import { splitLines } from "./text-lines.ts";

const marks = new Set([" ", "-", "+", "\\"]);

/**
 * Read recorded hunks. They become part of a patch, so each line must be one line.
 *
 * @param value `structuredPatch` of a result, as recorded.
 * @returns the hunks; `undefined` if there are none, or one of them is none.
 */
export function readHunks(value: unknown): Hunk[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const hunks = value.map(readHunk);
  return hunks.every((hunk) => hunk !== undefined) ? hunks : undefined;
}

function readHunk(value: unknown): Hunk | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { oldStart, newStart, lines } = value as Record<string, unknown>;
  if (!isLineNumber(oldStart) || !isLineNumber(newStart) || !Array.isArray(lines)) return undefined;
  return lines.every(isMarked) ? { oldStart, newStart, lines } : undefined;
}

function isLineNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isMarked(value: unknown): value is string {
  return typeof value === "string" && marks.has(value.charAt(0)) && !value.includes("\n");
}

/** The number of lines that hunks add and remove. */
export function countLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { lines } of hunks)
    for (const line of lines)
      if (line.startsWith("+")) added++;
      else if (line.startsWith("-")) removed++;
  return { added, removed };
}

/** The hunks that undo hunks. */
export function reverseHunks(hunks: readonly Hunk[]): Hunk[] {
  return hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart: newStart,
    newStart: oldStart,
    lines: lines.map((line) =>
      line.startsWith("+") ? `-${line.slice(1)}` : line.startsWith("-") ? `+${line.slice(1)}` : line,
    ),
  }));
}

/**
 * Apply hunks at the line numbers that they name.
 *
 * @param text the text before.
 * @param hunks in the order of the text.
 * @returns the text after; `undefined` if a line of a hunk is not where it should be.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const lines = splitLines(text);
  const after: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = Math.max(0, hunk.oldStart - 1);
    if (start < at || start > lines.length) return undefined;
    while (at < start) after.push(lines[at++]!);
    for (const { mark, line } of markedLines(hunk)) {
      if (mark !== "+" && lines[at++] !== line) return undefined;
      if (mark !== "-") after.push(line);
    }
  }
  while (at < lines.length) after.push(lines[at++]!);
  return after.join("");
}

/** The lines of a hunk with their line feeds; the line `\ No newline at end of file` says that the one before has none. */
function* markedLines({ lines }: Hunk): Generator<{ mark: string; line: string }> {
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("\\")) continue;
    yield { mark: line.charAt(0), line: line.slice(1) + (lines[index + 1]?.startsWith("\\") ? "" : "\n") };
  }
}
