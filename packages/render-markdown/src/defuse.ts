import type { Dialect } from "./dialect.ts";
import { changeText, isInSpan, type Spans } from "./change-text.ts";

/**
 * What a forge makes live: the name of a person or team after `@`, the number of an issue after `#`, `!` or `GH-`, in
 * the middle of a word too, for a link may end there. `&#12;` is a character.
 */
const live = /@(?=[A-Za-z0-9])|!(?=\d)|(?<!&)#(?=\d)|#(?=\d+(?![\d;]))|GH-(?=\d)/gi;
/** An address of mail calls nobody. */
const mail = /^@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]*[A-Za-z0-9])+(?!\.?[\w@-])/;
/** An address that leads up to here, bare or as the target of a link; and its path. */
const address = /(?:^|[\s(<])(?:https?:\/\/|www\.)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+((?:[/?#][\w/?=&%.:+@#~-]*)?)$/;
/** Nothing, to a reader; the mark and the name are no longer one text. */
const gap = "<!-- -->";

/**
 * Let nobody be called and no issue be referred to by words that somebody else said: the mark is parted from the name.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of those that are code blocks, where nothing is live.
 */
function defuse(lines: string[], code: ReadonlySet<number>): void {
  // An address may hold the mark that a span would begin with.
  changeText(lines, code, live, (line, spans) => defuseText(line, /(?:\/\/|www\.)\S*`/i.test(line) ? [] : spans));
}

/** The same of words on one line. */
function defuseText(line: string, spans: Spans = []): string {
  /** Where the last mark was parted: an address ends there. */
  let parted = -1;
  return line.replace(live, (mark, at: number) => {
    const isMail = /[\w.+-]/.test(line[at - 1] ?? "") && mail.test(line.slice(at, at + 300));
    if (isMail || isInAddress(at, mark) || isInSpan(at, spans)) return mark;
    parted = at;
    return `${mark}${gap}`;
  });

  /** In an address a comment would break it. */
  function isInAddress(at: number, mark: string): boolean {
    const from = Math.max(0, at - 2000);
    const found = address.exec(line.slice(from, at));
    if (found === null || from + found.index <= parted) return false;
    return found[1] !== "" || mark === "#";
  }
}

/** Markdown of a forge, where names call people and numbers are issues. */
export const forge: Dialect = { needs: /[@#!]|GH-/i, lines: defuse, text: defuseText };
