/** A message is not what its format says. The text has what was found, where, and what was expected. */
export class FormatError extends Error {
  override readonly name: string = "FormatError";
  /** Where, such as `blob.content[2].type`. */
  readonly path: string;

  /**
   * @param found the value that does not fit; at most its first characters are quoted.
   * @param path where it is.
   * @param expected what belongs there, such as `a string`.
   */
  constructor(found: unknown, path: string, expected: string) {
    super(`Unexpected ${describe(found)} in ${path}, expected ${expected}`);
    this.path = path;
  }
}

/** The most characters of a text that are quoted. */
const quotedChars = 40;

function describe(found: unknown): string {
  if (found === undefined || found === null) return String(found);
  if (Array.isArray(found)) return "array";
  if (typeof found !== "string") return typeof found;
  return found.length > quotedChars ? `${JSON.stringify(found.slice(0, quotedChars))}…` : JSON.stringify(found);
}
