import type { ElementContent } from "hast";
import type { WordPiece } from "@ccdag/edits";
import { element } from "./element.ts";
import { pairWords } from "./pair-words.ts";

/** Colours a piece of code; the ending is that of a file, without a dot. */
export type ColourCode = (text: string, ending: string | undefined) => ReadonlyArray<ElementContent | string>;

const marks: Readonly<Record<string, string>> = { "+": "ins", "-": "del" };
/** What stands above the first hunk of a file. */
const header =
  /^(?:diff --git |index [\da-f]|--- |\+\+\+ |new file |deleted file |similarity |rename |old mode |new mode )/;

/** Whether an output is a diff, as git and others write it. */
export function isDiff(text: string): boolean {
  return /^(?:diff --git \S|--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@ -)/.test(text);
}

/**
 * The lines of a diff, each as an element.
 *
 * @param value the diff.
 * @param colour colours a line.
 * @param ending the ending of the file that was changed, if it is known; else that of the last file that the diff names.
 */
export function diffLines(value: string, colour: ColourCode, ending: string | undefined): ElementContent[] {
  let isInHunk = false;
  let last = ending;
  const lines = value.split("\n");
  const words = pairWords(lines);
  return lines.map((line, at): ElementContent => {
    if (line.startsWith("@@")) isInHunk = true;
    // In a hunk, two minus signs and a space may begin a removed line. A next file begins with this word.
    else if (line.startsWith("diff --git ")) isInHunk = false;
    const isHeader = !isInHunk && ending === undefined && header.test(line);
    if (isHeader) last = endingOf(line) ?? last;
    if (isHeader || line.startsWith("@")) return element("span", { className: ["hunk"] }, `${line}\n`);
    return diffLine(line, words.get(at), (text) => colour(text, last));
  });
}

/**
 * A line of a diff.
 *
 * @param line the line with its mark.
 * @param words its pieces, if words in it differ: they are marked, and the line has no colours.
 * @param colour colours the line without its mark.
 */
export function diffLine(
  line: string,
  words: readonly WordPiece[] | undefined,
  colour: (text: string) => ReadonlyArray<ElementContent | string>,
): ElementContent {
  const pieces =
    words?.map(({ text, isChanged }) => (isChanged ? element("mark", {}, text) : text)) ?? colour(line.slice(1));
  const kind = marks[line.charAt(0)];
  if (kind === undefined && pieces.length === 1 && typeof pieces[0] === "string")
    return { type: "text", value: `${line}\n` };
  return element(kind ?? "span", {}, line.slice(0, 1), ...pieces, "\n");
}

/** The extension of a file, in lower case. */
export function endingOf(path: string): string | undefined {
  return /\.([a-z0-9]{1,10})\s*$/i.exec(path)?.[1]?.toLowerCase();
}
