/**
 * The id of the session in a file: the file name without folders and extension, and without the time that pi writes
 * before a uuid.
 *
 * @param path the path of the file, with `/`.
 */
export function sessionIdOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.jsonl$/, "")
    .replace(/^\d{4}-\d\d-\d\dT[\d-]+Z_(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)/, "");
}
