import { addressesIn, changeText, isEscaped, isInSpan } from "./change-text.ts";
import { address } from "./escape-tags.ts";

/** The mark that makes an image of a link. No other sequence of characters begins an image. */
const mark = /!(?=\[)/g;
/** An image whose words are not empty and hold no further syntax; without its mark it is a link with these words. */
const simple = /^!\[(?=[^\]]*[\p{L}\p{N}])[^[\]\\<>`&\n]*\]\(/u;
/** The same with an address on the web. */
const remote = /^!\[[^[\]\\<>`&\n]*\]\(<?https?:\/\/[^/\\]/i;

/**
 * Turn images into links, in place, except in code: a viewer of the document would fetch them, from the web, from a share
 * of the network, or from the disk. An image whose words are empty or hold other syntax becomes text, with its address.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of the lines in code blocks.
 * @param keepsRemote whether images with an address on the web stay.
 */
export function escapeImages(lines: string[], code: ReadonlySet<number>, keepsRemote: boolean): void {
  changeText(lines, code, mark, (line, spans) => {
    const addresses = addressesIn(line, address);
    return line.replace(mark, (found, at: number) => {
      if (isInSpan(at, spans) || (isEscaped(line, at) && !isInSpan(at, addresses))) return found;
      const image = line.slice(at, at + 2000);
      if (keepsRemote && remote.test(image)) return found;
      // Without its mark an image after `!` would be one again, and one after `[` would begin a link in double brackets.
      return simple.test(image) && !"![\\".includes(line[at - 1] ?? " ") ? "" : `${found}\\`;
    });
  });
}
