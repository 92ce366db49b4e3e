/**
 * The id of the session that a file is: its name without folders and ending, and without the time that pi writes before a
 * uuid.
 *
 * @param path the file.
 */
export function sessionIdOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.jsonl$/, "")
    .replace(/^\d{4}-\d\d-\d\dT[\d-]+Z_(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)/, "");
}
