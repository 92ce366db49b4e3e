/**
 * A text in which the paths within a folder begin in that folder.
 *
 * @param folder an absolute path, of any system; of one character, such as `/`, it changes nothing.
 * @param text any text, such as a path or a command.
 */
export function relativeTo(folder: string, text: string): string {
  if (folder.length < 2) return text;
  const prefix = `${folder}${folder.includes("\\") ? "\\" : "/"}`;
  const [first = "", ...rest] = text.split(prefix);
  let short = first;
  // The path may be the end of a longer one: `/app/` is in `/srv/app/`. After a path that was removed, its separator stands.
  let before = first.at(-1);
  for (const piece of rest) {
    if (before !== undefined && !begins.test(before)) short += prefix;
    short += piece;
    before = piece.at(-1) ?? prefix.at(-1);
  }
  return short;
}

/** A character that a path may follow. */
const begins = /[\s"'`=(<>,[|;&]/;
