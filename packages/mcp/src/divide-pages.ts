import { markOf, type Position, staleCursor } from "./cursor.ts";

/**
 * Where an answer in pages continues: behind the page that was given, by its end. What was only appended to has it still.
 *
 * @param pages all pages, as they are now.
 * @param position where the answer before ended; absent for the first one.
 * @param hint what to do if that place is gone.
 * @returns the index of the page; the number of pages if nothing follows.
 * @throws RequestError if the place is gone.
 */
export function pageAt(pages: readonly string[], position: Position | undefined, hint: string): number {
  if (position === undefined) return 0;
  const { index, mark } = position;
  if (pages[index - 1] !== undefined && endOf(pages[index - 1]!) === mark) return index;
  const at = pages.findIndex((page) => endOf(page) === mark);
  if (at === -1) throw staleCursor(hint);
  return at + 1;
}

/** The mark of the end of a page. */
export function endOf(page: string): string {
  return markOf(page.trim().slice(-1000));
}

/** Divide a text into pages of at most this many characters, between lines; a line that is longer is divided. */
export function pagesOf(text: string, chars: number): string[] {
  const pages: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.length - from <= chars ? text.length : text.lastIndexOf("\n", from + chars - 1) + 1;
    const to = end > from ? end : from + chars;
    pages.push(text.slice(from, to));
    from = to;
  }
  return pages;
}
