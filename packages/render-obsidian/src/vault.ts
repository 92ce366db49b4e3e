import { changeText, type Dialect, isEscaped, isInSpan, type Spans } from "@ccdag/render-markdown";
import { gap, shownCommand } from "./break-commands.ts";
import { queriesOf } from "./queries.ts";

/**
 * Syntax of Obsidian beyond GFM: links and embeds in double brackets, comments (`%%`), formulas, tags, and block ids at the
 * end of a line. Commands of Templater, as a note shows them, come first.
 */
const live = new RegExp(
  `${shownCommand}|%%|\\[\\[|\\$|(?<![^\\s(])#(?=[\\p{L}\\d_/-]*[\\p{L}_])|(?<=\\s)\\^(?=[A-Za-z\\d-]+\\s*$)`,
  "giu",
);

/** A link may open a page or an e-mail. With other schemes a click runs commands of plugins, or opens programs and files. */
const schemes: ReadonlySet<string> = new Set(["http", "https", "mailto"]);

/** The Markdown dialect of Obsidian, which changes code. */
export interface Vault extends Dialect {
  readonly code: (code: string) => string;
}

/**
 * The Markdown dialect of Obsidian.
 *
 * @param prefixes of inline queries, besides the usual ones (default: none).
 */
export function createVault(prefixes?: readonly string[]): Vault {
  const queries = queriesOf(prefixes);
  return {
    needs: /%%|\[\[|[$#^`~&]| {4}|\t/,
    schemes,
    lines(lines, blocks) {
      changeText(lines, blocks.code, live, text);
      queries.lines(lines, blocks);
    },
    text,
    code: queries.code,
  };
}

function text(words: string, spans: Spans = []): string {
  return words.replace(live, (found, at: number) => {
    if (isInSpan(at, spans)) return found;
    if (/^[<&]/.test(found)) return found + gap;
    return isEscaped(words, at) ? found : [...found].map((character) => `\\${character}`).join("");
  });
}
