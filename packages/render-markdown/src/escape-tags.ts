import { changeText, isEscaped, isInSpan, type Spans } from "./change-text.ts";

/** The beginning of a tag, a comment, a declaration or an instruction. */
const tag = /<(?=[A-Za-z/!?])/g;
/** Addresses in angle brackets are no tags and stay links. */
const autolink = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i;

/**
 * Make tags text, in place. In code nothing is changed.
 *
 * @param lines the lines of a text.
 * @param code the numbers, from 1, of those that are code blocks.
 */
export function escapeTags(lines: string[], code: ReadonlySet<number>): void {
  changeText(lines, code, tag, escapeLine);
}

function escapeLine(line: string, spans: Spans): string {
  return line.replace(tag, (mark, at: number) => {
    if (isInSpan(at, spans)) return mark;
    if (isInAddress(line, at)) return "&lt;";
    return isEscaped(line, at) || autolink.test(line.slice(at, at + 2000)) ? mark : `\\${mark}`;
  });
}

/** A bare address takes a backslash for a part of itself, and escapes nothing by it. */
function isInAddress(line: string, at: number): boolean {
  const word = /\S*$/.exec(line.slice(Math.max(0, at - 2000), at))![0];
  return /:\/\/|www\.|@|mailto:|xmpp:/i.test(word);
}
