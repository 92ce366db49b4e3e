import { defaultLabels } from "@ccdag/mdast";
import { diffArrays } from "diff";
import { visibleLine } from "@ccdag/pipeline/tables";
import { pad, wrap } from "@ccdag/report";
import type { AttemptText } from "./attempt-texts.ts";

/** How two texts are shown. */
export interface SideBySideOptions {
  /** The width, in cells. */
  readonly width: number;
  /** Whether changed lines and speakers are coloured. */
  readonly isColored: boolean;
}

/** Below this width two columns are too narrow to read. */
const leastColumns = 60;

/** After so many changed lines the rest counts as changed: comparing takes time that grows with their square. */
const maxChanges = 1000;

const colors = {
  left: ["\u001b[31m", "\u001b[39m"],
  right: ["\u001b[32m", "\u001b[39m"],
  speaker: ["\u001b[1m", "\u001b[22m"],
} as const;

/** Lines that both attempts have, or lines of each in the same place. */
interface Hunk {
  readonly isSame: boolean;
  readonly left: Line[];
  readonly right: Line[];
}

/** A line of an attempt. */
interface Line {
  readonly text: string;
  readonly isSpeaker: boolean;
}

/**
 * Write the texts of two attempts beside each other. Between the columns stands `|` where both have a line that differs, `<`
 * and `>` where only one has a line. In a narrow terminal the lines are one below the other, with `-` and `+`.
 *
 * @param first what was said in the first attempt.
 * @param second what was said in the second one.
 * @param options the width, and whether there are colours.
 * @returns lines, each with a line ending. Control characters in untrusted text are replaced.
 */
export function sideBySide(
  first: readonly AttemptText[],
  second: readonly AttemptText[],
  { width, isColored }: SideBySideOptions,
): string {
  const paint = (text: string, color: keyof typeof colors) =>
    isColored && text.trim() !== "" ? colors[color].join(text) : text;
  const hunks = compareLines(toLines(first), toLines(second));
  const rows =
    width < leastColumns
      ? hunks.flatMap((hunk) => below(hunk, paint))
      : hunks.flatMap((hunk) => beside(hunk, width, paint));
  return rows.map((row) => `${row.trimEnd()}\n`).join("");
}

type Paint = (text: string, color: keyof typeof colors) => string;

/** The lines of an attempt: before each change of the speaker a heading. */
function toLines(texts: readonly AttemptText[]): Line[] {
  const lines: Line[] = [];
  let last: string | undefined;
  for (const { speaker, text, tools = [] } of texts) {
    if (lines.length > 0) lines.push({ text: "", isSpeaker: false });
    if (speaker !== last) lines.push({ text: `${nameOf(speaker)}:`, isSpeaker: true });
    last = speaker;
    for (const line of text === "" ? [] : text.split(/\r\n?|\n/))
      lines.push({ text: visibleLine(line.replaceAll("\t", "  ").trimEnd()), isSpeaker: false });
    for (const tool of tools)
      lines.push({ text: visibleLine(`${defaultLabels.marks.tool} ${tool}`), isSpeaker: false });
  }
  return lines;
}

function nameOf(speaker: AttemptText["speaker"]): string {
  return speaker === "compaction" ? defaultLabels.compacted : defaultLabels.actors[speaker];
}

function compareLines(left: Line[], right: Line[]): Hunk[] {
  const comparator = (a: Line, b: Line) => a.text === b.text;
  const changes = diffArrays(left, right, { comparator, maxEditLength: maxChanges });
  if (changes === undefined) return [{ isSame: false, left, right }];
  const hunks: Hunk[] = [];
  for (const { value, added, removed } of changes) {
    const isSame = !added && !removed;
    // Removed and added lines may take turns.
    if (hunks.at(-1)?.isSame !== isSame) hunks.push({ isSame, left: [], right: [] });
    const { left: old, right: fresh } = hunks.at(-1)!;
    for (const line of value) {
      if (!added) old.push(line);
      if (!removed) fresh.push(line);
    }
  }
  return hunks;
}

function beside({ isSame, left, right }: Hunk, width: number, paint: Paint): string[] {
  const cells = Math.floor((width - 3) / 2);
  const rows: string[] = [];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [a, b] = [left[index], right[index]];
    const mark = isSame ? " " : a === undefined ? ">" : b === undefined ? "<" : "|";
    const [as, bs] = [a ? wrap(a.text, cells) : [], b ? wrap(b.text, cells) : []];
    const painted = (line: Line | undefined, text: string, color: "left" | "right") => {
      const named = line?.isSpeaker ? paint(text, "speaker") : text;
      return isSame ? named : paint(named, color);
    };
    for (let row = 0; row < Math.max(as.length, bs.length); row++)
      rows.push(`${painted(a, pad(as[row] ?? "", cells), "left")} ${mark} ${painted(b, bs[row] ?? "", "right")}`);
  }
  return rows;
}

function below({ isSame, left, right }: Hunk, paint: Paint): string[] {
  const speaker = (line: Line) => (line.isSpeaker ? paint(line.text, "speaker") : line.text);
  if (isSame) return left.map((line) => `  ${speaker(line)}`);
  return [
    ...left.map((line) => paint(`- ${speaker(line)}`, "left")),
    ...right.map((line) => paint(`+ ${speaker(line)}`, "right")),
  ];
}
