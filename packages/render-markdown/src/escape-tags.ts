import { changeText, isEscaped, isInSpan, type Spans } from "./change-text.ts";

/** The beginning of a tag, comment, declaration or processing instruction. */
const tag = /<(?=[A-Za-z/!?])/g;
/** A URL in angle brackets is not a tag and stays a link. */
const autolink = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i;

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
  return line.replace(tag, (mark, at: number) => {
    if (isInSpan(at, spans)) return mark;
    if (isInAddress(line, at)) return "&lt;";
    return isEscaped(line, at) || autolink.test(line.slice(at, at + 2000)) ? mark : `\\${mark}`;
  });
}

/** In a bare URL a backslash is part of the URL and does not escape. */
function isInAddress(line: string, at: number): boolean {
  const word = /\S*$/.exec(line.slice(Math.max(0, at - 2000), at))![0];
  return /:\/\/|www\.|@|mailto:|xmpp:/i.test(word);
}
