import type { Dialect } from "./dialect.ts";
import { changeText, isInSpan, type Spans } from "./change-text.ts";

/**
 * What a forge makes into a link: the name of a person or team after `@`, the number of an issue after `#`, `!` or `GH-`,
 * also in the middle of a word, where a link may end. `&#12;` is a character reference.
 */
const live = /@(?=[A-Za-z0-9])|!(?=\d)|(?<!&)#(?=\d)|#(?=\d+(?![\d;]))|GH-(?=\d)/gi;
/** The domain of an e-mail address, which mentions nobody. */
const mail = /^@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]*[A-Za-z0-9])+(?!\.?[\w@-])/;
/** A URL that ends here, bare or as the target of a link; its path is the group. */
const address = /(?:^|[\s(<])(?:https?:\/\/|www\.)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+((?:[/?#][\w/?=&%.:+@#~-]*)?)$/;
/** An empty comment: invisible, but it separates the sign from the name. */
const gap = "<!-- -->";

/**
 * Separate the signs of mentions and issue references in untrusted text from the names, so that a forge notifies nobody and
 * links no issue.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks, where a forge makes no links.
 */
function defuse(lines: string[], code: ReadonlySet<number>): void {
  changeText(lines, code, live, (line, spans) => defuseText(line, hasTickInAddress(line) ? [] : spans));
}

/** Whether a URL may contain the backtick that would begin a code span. */
function hasTickInAddress(line: string): boolean {
  return line.split(/\s/).some((word) => {
    const at = word.search(/\/\/|www\./i);
    return at !== -1 && word.includes("`", at);
  });
}

/** The same for text on one line. */
function defuseText(line: string, spans: Spans = []): string {
  /** The index of the last separated sign, where a URL ends. */
  let separatedAt = -1;
  return line.replace(live, (mark, at: number) => {
    if (isMail(at) || isInAddress(at, mark) || isInSpan(at, spans)) return mark;
    separatedAt = at;
    return `${mark}${gap}`;
  });

  /** Whether the sign belongs to an e-mail address. One in whose domain another sign is separated is none any more. */
  function isMail(at: number): boolean {
    const domain = /[\w.+-]/.test(line[at - 1] ?? "") ? mail.exec(line.slice(at, at + 300))?.[0] : undefined;
    return domain !== undefined && !/GH-\d/i.test(domain);
  }

  /** Whether the sign is in a URL, which a comment would break. */
  function isInAddress(at: number, mark: string): boolean {
    const from = Math.max(0, at - 2000);
    const found = address.exec(line.slice(from, at));
    if (found === null || from + found.index <= separatedAt) return false;
    return found[1] !== "" || mark === "#";
  }
}

/** The Markdown dialect of forges, in which names are mentions and numbers are issues. */
export const forge: Dialect = {
  needs: /[@#!]|GH-/i,
  lines: (lines, { code }) => defuse(lines, code),
  text: defuseText,
};
