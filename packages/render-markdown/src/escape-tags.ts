import { addressesIn, changeText, isEscaped, isInSpan, type Spans } from "./change-text.ts";

/** The beginning of a tag, comment, declaration or processing instruction. */
const tag = /<(?=[A-Za-z/!?])/g;
/** A URL in angle brackets is not a tag and stays a link. */
const autolink = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i;

/** What is in a bare address. */
export const address: RegExp = /:\/\/|www\.|@|mailto:|xmpp:/i;

/**
 * Turn tags into text, in place, except in code.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 */
export function escapeTags(lines: string[], code: ReadonlySet<number>): void {
  changeText(lines, code, tag, escapeLine);
}

function escapeLine(line: string, spans: Spans): string {
  const addresses = addressesIn(line, address);
  return line.replace(tag, (mark, at: number) => {
    if (isInSpan(at, spans)) return mark;
    // In a bare address a backslash is part of the address and does not escape.
    if (isInSpan(at, addresses)) return "&lt;";
    return isEscaped(line, at) || autolink.test(line.slice(at, at + 2000)) ? mark : `\\${mark}`;
  });
}
