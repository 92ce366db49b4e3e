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
  for (const piece of rest) {
    // The path may be the end of a longer one, as `/app/` of `/srv/app/`; and the folder itself keeps its name.
    const isWithin = (short === "" || begins.test(short.at(-1)!)) && !isEnd.test(piece);
    short += isWithin ? piece : `${prefix}${piece}`;
  }
  return short;
}

/** A character that a path may follow. */
const begins = /[\s"'`=(<>,[|;&]/;
/** What follows the separator of a folder whose content is not named. */
const isEnd = /^(?:$|[\s"'`)<>,\]|;&/\\])/;
