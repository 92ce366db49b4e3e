/**
 * A path for a title: of a long one only the end, where the name of the file is.
 *
 * @param path a path, of any system.
 * @param limit its greatest length, in characters (default: 70).
 * @returns the path, or `…` and its last folders and name; of a name that is longer than the limit, the end.
 */
export function endOfPath(path: string, limit = 70): string {
  if (path.length <= limit) return path;
  // Half a character is none.
  const end = path.slice(path.length - limit + 1).replace(/^[\uDC00-\uDFFF]/, "");
  const from = end.search(/[/\\](?!$)/);
  return `…${from === -1 ? end : end.slice(from)}`;
}
