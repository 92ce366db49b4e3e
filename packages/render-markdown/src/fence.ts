import { isLanguage } from "@ccdag/mdast";

/** A fence of backticks, longer than any run of backticks in the code, so that the code cannot close it. */
export function fenceFor(code: string): string {
  let longest = 2;
  if (code.includes("```")) for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/** A fence at the beginning of a line, of a list item or of a quote, and the first word after it. */
const opening = /^([\s>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*)([\w+#.-]*)(\S*)/;

/**
 * Replace the languages of fences that are not known to be only highlighted by `text`, in place: a reader of the document
 * may draw them or run them. The name stays as the second word of the info string, which has no effect.
 *
 * @param lines the lines of a text; they are changed.
 * @param starts the numbers, from 1, of the lines on which code blocks begin.
 */
export function confineLanguages(lines: string[], starts: ReadonlySet<number>): void {
  for (const number of starts)
    lines[number - 1] = lines[number - 1]!.replace(opening, (found, fence: string, name: string, rest: string) => {
      if (name + rest === "") return found;
      if (!isLanguage(name)) return `${fence}text ${name}${rest}`;
      // `rust,ignore` is one language; of `jsx:component` the first is.
      return /^(?:[,{]|$)/.test(rest) ? found : `${fence}${name} ${rest}`;
    });
}
