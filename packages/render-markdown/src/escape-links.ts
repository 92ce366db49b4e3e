import { decodeString } from "micromark-util-decode-string";
import { changeText, isInSpan } from "./change-text.ts";

/** The characters between the text of a link and its target. */
const joint = /\]\(/g;
/** Schemes that run code, or show any content. */
const unsafe = /^(?:javascript|vbscript|data):/i;
/** The scheme of an address; the number of a line after the name of a file is none. */
const scheme = /^([a-z][a-z\d+.-]*):(?!\d+(?:\W|$))/i;

/**
 * Turn links that would run code into text, in place. Forges refuse such links, other readers may not.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 * @param schemes the only schemes that a link may have (default: all that run no code).
 */
export function escapeLinks(lines: string[], code: ReadonlySet<number>, schemes?: ReadonlySet<string>): void {
  changeText(lines, code, joint, (line, spans, index) =>
    line.replace(joint, (found, at: number) => {
      if (isInSpan(at, spans)) return found;
      // The target may be on one of the next lines.
      const target = [
        line.slice(at + 2, at + 400),
        lines[index + 1]?.slice(0, 400),
        lines[index + 2]?.slice(0, 400),
      ].join("\n");
      return isUnsafe(target.slice(0, 400), schemes) ? "]\\(" : found;
    }),
  );
}

/** Browsers ignore white space in a scheme, and Markdown decodes character references. */
function isUnsafe(target: string, schemes: ReadonlySet<string> | undefined): boolean {
  const bare = decodeString(target.replace(/^[\s>]*<?/, "")).replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  if (unsafe.test(bare)) return true;
  const name = schemes && scheme.exec(bare)?.[1];
  return name !== undefined && !schemes!.has(name.toLowerCase());
}
