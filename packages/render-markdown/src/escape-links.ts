import { decodeString } from "micromark-util-decode-string";
import { changeText, isInSpan } from "./change-text.ts";

/** Between the words of a link and its target. */
const joint = /\]\(/g;
/** Schemes that run, or show what they like. */
const live = /^(?:javascript|vbscript|data):/i;

/**
 * Make links text that would run something, in place: forges refuse them, other readers may not.
 *
 * @param lines the lines of a text.
 * @param code the numbers, from 1, of those that are code blocks.
 */
export function escapeLinks(lines: string[], code: ReadonlySet<number>): void {
  changeText(lines, code, joint, (line, spans, index) =>
    line.replace(joint, (found, at: number) => {
      if (isInSpan(at, spans)) return found;
      // The target may stand on the next line.
      const target = [line.slice(at + 2, at + 400), lines[index + 1] ?? "", lines[index + 2] ?? ""].join("\n");
      return isLive(target.slice(0, 400)) ? "]\\(" : found;
    }),
  );
}

/** Browsers overlook white space in a scheme, and Markdown knows characters by name and number. */
function isLive(target: string): boolean {
  const bare = decodeString(target.replace(/^[\s>]*<?/, "")).replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  return live.test(bare);
}
