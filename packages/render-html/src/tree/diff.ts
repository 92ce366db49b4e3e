import type { ElementContent } from "hast";
import { element } from "./element.ts";

/** Colours a piece of code; the ending is that of a file, without a dot. */
export type ColourCode = (text: string, ending: string | undefined) => ReadonlyArray<ElementContent | string>;

const marks: Readonly<Record<string, string>> = { "+": "ins", "-": "del", "@": "hunk" };
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
  return value.split("\n").map((line): ElementContent => {
    if (line.startsWith("@@")) isInHunk = true;
    // In a hunk, two minus signs and a space may begin a removed line. A next file begins with this word.
    else if (line.startsWith("diff --git ")) isInHunk = false;
    const isHeader = !isInHunk && ending === undefined && header.test(line);
    if (isHeader) last = endingOf(line) ?? last;
    const mark = isHeader ? "hunk" : marks[line[0] ?? ""];
    if (mark === "hunk") return element("span", { className: [mark] }, `${line}\n`);
    const properties = mark === undefined ? {} : { className: [mark] };
    return element("span", properties, line.slice(0, 1), ...colour(line.slice(1), last), "\n");
  });
}

/** The extension of a file, in lower case. */
export function endingOf(path: string): string | undefined {
  return /\.([a-z0-9]{1,10})\s*$/i.exec(path)?.[1]?.toLowerCase();
}
