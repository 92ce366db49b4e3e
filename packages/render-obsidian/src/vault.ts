import { changeText, type Dialect, isEscaped, isInSpan, type Spans } from "@ccdag/render-markdown";

/**
 * Syntax of Obsidian beyond GFM: links and embeds in double brackets, comments (`%%`), formulas, tags, and block ids at the
 * end of a line.
 */
const live = /%%|\[\[|\$|(?<![^\s(])#(?=[\p{L}\d_/-]*[\p{L}_])|(?<=\s)\^(?=[A-Za-z\d-]+\s*$)/gu;
/** Fences whose code plugins of Obsidian run as programs or queries: their language becomes `text`. */
const fence =
  /^(\s*(?:`{3,}|~{3,})\s*)(?:dataview(?:js)?|query|base|tasks?|templater|button|meta-bind\S*|js-engine)\b/i;

/** The Markdown dialect of Obsidian. */
export const vault: Dialect = {
  needs: /%%|\[\[|[$#^`~]/,
  lines(lines, code) {
    for (const [index, line] of lines.entries()) if (code.has(index + 1)) lines[index] = line.replace(fence, "$1text");
    changeText(lines, code, live, text);
  },
  text,
};

function text(words: string, spans: Spans = []): string {
  return words.replace(live, (found, at: number) => {
    if (isInSpan(at, spans) || isEscaped(words, at)) return found;
    return [...found].map((character) => `\\${character}`).join("");
  });
}
