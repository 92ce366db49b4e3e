import { delimiter } from "node:path";
import type { OptionRow } from "@ccdag/pipeline/tables";

const words = new Map([
  ...["1", "true", "yes", "on"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off"].map((word) => [word, false] as const),
]);

/** A switch in the text of an environment variable; absent for another word. */
export function toSwitch(text: string): boolean | undefined {
  return words.get(text.toLowerCase());
}

/**
 * Divide the text of a list: at the sign between paths if it holds files or folders, else at commas, but not at commas in
 * the braces of the options of a plugin, as in `toc={maxDepth:3,tight:true},gfm`.
 */
export function toTexts(text: string, row: Pick<OptionRow, "flags">): string[] {
  const parts = holdsPaths(row) ? text.split(delimiter) : splitOutsideBraces(text);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Whether the values of an option are files or folders. */
export function holdsPaths({ flags }: Pick<OptionRow, "flags">): boolean {
  return /<(?:file|folder|path)>/.test(flags);
}

function splitOutsideBraces(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "{" || sign === "[") depth++;
    if (sign === "}" || sign === "]") depth--;
    if (sign === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
