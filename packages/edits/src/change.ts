import { applyHunks, reverseHunks } from "./hunks.ts";
import { withoutTabs } from "./text-lines.ts";
import type { Hunk } from "./types.ts";

/** A text that was replaced by another. */
export interface TextReplacement {
  readonly from: string;
  readonly to: string;
  /** Whether every occurrence was replaced, not only the first. */
  readonly isAll: boolean;
}

/** What an edit did to a content. */
export interface Change {
  /** One after the other; of pi all at once. */
  readonly replacements: readonly TextReplacement[];
  /** Whether every text was looked for in the content before the edit, and only it was replaced, as pi does (default: `false`). */
  readonly isVerbatim?: boolean | undefined;
  /** The recorded hunks, whose leading tabs the client has written as blanks. */
  readonly hunks: readonly Hunk[] | undefined;
}

/**
 * The content after an edit. The texts of the call say it exactly; the recorded hunks, whose white space does not, must agree.
 * Where they do not, a person has changed the proposal, and the hunks say what was written.
 *
 * @param before the content before it.
 * @param change what it did.
 * @returns `undefined` if the change does not fit the content.
 */
export function applyChange(before: string, { replacements, hunks, isVerbatim }: Change): string | undefined {
  const replaced = isVerbatim === true ? replaceAtOnce(before, replacements) : replaceAll(before, replacements);
  if (hunks === undefined) return replaced;
  const patched = applyHunks(before, hunks);
  if (replaced === undefined || replaced === patched) return patched;
  const shown = applyHunks(withoutTabs(before), hunks);
  return shown === withoutTabs(replaced) ? replaced : patched;
}

/**
 * The content before an edit.
 *
 * @param after the content after it.
 * @param change what it did.
 * @returns `undefined` if it is not known for certain: the change of the content that is found must give `after`.
 */
export function undoChange(after: string, change: Change): string | undefined {
  const { replacements, hunks } = change;
  const candidates = [
    hunks === undefined ? undefined : applyHunks(after, reverseHunks(hunks)),
    replacements.length === 1 ? undoReplacement(after, replacements[0]!, hunks?.[0]) : undefined,
  ];
  return candidates.find((before) => before !== undefined && applyChange(before, change) === after);
}

/**
 * Give lines of recorded hunks the leading tabs that the texts of the call have there. Of other lines, and of a text that begins
 * within a line, they are not known.
 *
 * @param change an edit.
 * @returns its hunks; `undefined` if none were recorded.
 */
export function restoreTabs({ replacements, hunks }: Change): readonly Hunk[] | undefined {
  const known = new Map<string, string>();
  for (const { from, to } of replacements)
    for (const line of `${from}\n${to}`.split("\n")) if (line.startsWith("\t")) known.set(withoutTabs(line), line);
  if (known.size === 0) return hunks;
  return hunks?.map(({ lines, ...rest }) => ({
    ...rest,
    lines: lines.map((line) => line.charAt(0) + (known.get(line.slice(1)) ?? line.slice(1))),
  }));
}

function replaceAll(text: string, replacements: readonly TextReplacement[]): string | undefined {
  if (replacements.length === 0) return undefined;
  let replaced = text;
  for (const { from, to, isAll } of replacements) {
    if (from === "") {
      // Only an empty file has a text that is empty to replace.
      if (replaced !== "") return undefined;
      replaced = to;
      continue;
    }
    // A text that is removed up to the end of a line takes the line ending with it.
    const whole = to === "" && !from.endsWith("\n") && replaced.includes(`${from}\n`) ? `${from}\n` : from;
    const at = replaced.indexOf(whole);
    if (at === -1) return undefined;
    replaced = isAll ? replaced.split(whole).join(to) : replaced.slice(0, at) + to + replaced.slice(at + whole.length);
  }
  return replaced;
}

/** Replace texts of one content, each at its only place; `undefined` if one has none, or several, or two overlap. */
function replaceAtOnce(text: string, replacements: readonly TextReplacement[]): string | undefined {
  const places = replacements.map(({ from, to }) => ({ at: text.indexOf(from), from, to }));
  const isOnly = ({ at, from }: (typeof places)[number]) => from !== "" && at !== -1 && text.lastIndexOf(from) === at;
  if (places.length === 0 || !places.every(isOnly)) return undefined;
  places.sort((a, b) => a.at - b.at);
  let replaced = "";
  let end = 0;
  for (const { at, from, to } of places) {
    if (at < end) return undefined;
    replaced += text.slice(end, at) + to;
    end = at + from.length;
  }
  return replaced + text.slice(end);
}

/** Put the old text where the new one is: at the only place, else in the lines of the hunk. */
function undoReplacement(
  after: string,
  { from, to, isAll }: TextReplacement,
  hunk: Hunk | undefined,
): string | undefined {
  if (to === "" || isAll) return undefined;
  const first = after.indexOf(to);
  const isOnly = first === after.lastIndexOf(to);
  if (!isOnly && hunk === undefined) return undefined;
  const at = isOnly ? first : after.indexOf(to, startOfLine(after, hunk!.newStart));
  return at === -1 ? undefined : after.slice(0, at) + from + after.slice(at + to.length);
}

/** The index of the first character of a line; lines count from 1. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at;
}
