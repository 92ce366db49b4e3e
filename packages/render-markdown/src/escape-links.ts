import { decodeString } from "micromark-util-decode-string";
import { changeText, isInSpan } from "./change-text.ts";

/** The characters between the text of a link and its target. */
const joint = /\]\(/g;
/** Schemes that run code, or show any content. */
const unsafe = /^(?:javascript|vbscript|data):/i;

/**
 * Turn links that would run code into text, in place. Forges refuse such links, other readers may not.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 */
export function escapeLinks(lines: string[], code: ReadonlySet<number>): void {
  changeText(lines, code, joint, (line, spans, index) =>
    line.replace(joint, (found, at: number) => {
      if (isInSpan(at, spans)) return found;
      // The target may be on one of the next lines.
      const target = [line.slice(at + 2, at + 400), lines[index + 1] ?? "", lines[index + 2] ?? ""].join("\n");
      return isUnsafe(target.slice(0, 400)) ? "]\\(" : found;
    }),
  );
}

/** Browsers ignore white space in a scheme, and Markdown decodes character references. */
function isUnsafe(target: string): boolean {
  const bare = decodeString(target.replace(/^[\s>]*<?/, "")).replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  return unsafe.test(bare);
}
