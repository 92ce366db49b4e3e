/**
 * A path for a title: of a long one only the end, where the name of the file is.
 *
 * @param path a path, of any system.
 * @param limit its greatest length, in characters (default: 70).
 * @returns the path, or `…` and its last folders and name; of a name that is longer than the limit, the end.
 */
export function endOfPath(path: string, limit = 70): string {
  if (path.length <= limit) return path;
  const end = path.slice(1 - limit);
  const from = end.search(/[/\\]/);
  return `…${from === -1 ? end : end.slice(from)}`;
}
