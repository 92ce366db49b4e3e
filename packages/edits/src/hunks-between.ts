import { diffArrays } from "diff";
import { splitLines } from "./text-lines.ts";
import type { Hunk } from "./types.ts";

/** Unchanged lines around a change. */
const contextLines = 3;

/** More changed lines than this are not compared: all lines between the first and the last change are then replaced. */
const maxChangedLines = 2000;

/** Lines that were removed and added at a place. */
export interface ChangedLines {
  /** Indexes of lines; the ends are exclusive. */
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Compare two texts line by line.
 *
 * @param before the old text.
 * @param after the new one.
 * @returns hunks with three lines of context, as in a unified diff; none if the texts are equal.
 */
export function hunksBetween(before: string, after: string): Hunk[] {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const hunks: Hunk[] = [];
  let group: ChangedLines[] = [];
  for (const change of changesBetween(old, fresh)) {
    if (group.length > 0 && change.oldStart - group.at(-1)!.oldEnd > 2 * contextLines) {
      hunks.push(toHunk(group, old, fresh));
      group = [];
    }
    group.push(change);
  }
  if (group.length > 0) hunks.push(toHunk(group, old, fresh));
  return hunks;
}

/** The places where lines differ, in order. */
export function changesBetween(old: readonly string[], fresh: readonly string[]): ChangedLines[] {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start++;
  let same = 0;
  while (same < shorter - start && old[old.length - 1 - same] === fresh[fresh.length - 1 - same]) same++;
  const [oldEnd, newEnd] = [old.length - same, fresh.length - same];
  if (start === oldEnd && start === newEnd) return [];
  const parts = diffArrays(old.slice(start, oldEnd), fresh.slice(start, newEnd), { maxEditLength: maxChangedLines });
  if (parts === undefined) return [{ oldStart: start, oldEnd, newStart: start, newEnd }];
  const changes: ChangedLines[] = [];
  let [oldAt, newAt] = [start, start];
  for (let index = 0; index < parts.length; index++) {
    const [oldStart, newStart] = [oldAt, newAt];
    for (let part = parts[index]; part && (part.added || part.removed); part = parts[++index])
      if (part.added) newAt += part.value.length;
      else oldAt += part.value.length;
    if (oldAt > oldStart || newAt > newStart) changes.push({ oldStart, oldEnd: oldAt, newStart, newEnd: newAt });
    const equal = parts[index]?.value.length ?? 0;
    oldAt += equal;
    newAt += equal;
  }
  return changes;
}

/** A hunk of changes that are near one another. */
function toHunk(changes: readonly ChangedLines[], old: readonly string[], fresh: readonly string[]): Hunk {
  const first = changes[0]!;
  const begin = Math.max(0, first.oldStart - contextLines);
  const end = Math.min(old.length, changes.at(-1)!.oldEnd + contextLines);
  const lines: string[] = [];
  let at = begin;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    addLines(lines, " ", old, at, oldStart);
    addLines(lines, "-", old, oldStart, oldEnd);
    addLines(lines, "+", fresh, newStart, newEnd);
    at = oldEnd;
  }
  addLines(lines, " ", old, at, end);
  return { oldStart: begin + 1, newStart: begin + 1 + first.newStart - first.oldStart, lines };
}

function addLines(lines: string[], mark: string, from: readonly string[], start: number, end: number): void {
  for (let index = start; index < end; index++) {
    const line = from[index]!;
    if (line.endsWith("\n")) lines.push(mark + line.slice(0, -1));
    else {
      lines.push(mark + line);
      lines.push("\\ No newline at end of file");
    }
  }
}
