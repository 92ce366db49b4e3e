/**
 * Whether the path of a file that a store holds stays in its folder, when it becomes a file again: whoever can write into a
 * database chooses its rows.
 *
 * @param path relative, with `/`.
 */
export function isSafePath(path: string): boolean {
  // A colon makes a drive, or a stream of another file, on Windows.
  return path.split("/").every((name) => name !== "" && name !== "." && name !== ".." && !/[\\\0:]/.test(name));
}
