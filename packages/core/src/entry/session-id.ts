/** The number of a variant in a plain name. */
const numberOf = /~[1-9]\d*(?=(?:\.meta)?(?:\.\w+)?$)/;

/**
 * The path of the file that a file is a variant of: `a.jsonl` for `a~2.jsonl`. An archive keeps a file that was rewritten
 * beside the older one, with a number; all variants of a transcript together are one session, or one agent.
 *
 * @param path the path of a file, with `/`; also one that is no variant.
 */
export function mainPathOf(path: string): string {
  // Few paths have one, and this is called for every record.
  return path.includes("~") ? path.replace(numberOf, "") : path;
}

/**
 * The id of the session in a file: the file name without folders and extension, without the time that pi writes before a
 * uuid, and without the number of a variant.
 *
 * @param path the path of the file, with `/`.
 */
export function sessionIdOf(path: string): string {
  return mainPathOf(path)
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.jsonl$/, "")
    .replace(/^\d{4}-\d\d-\d\dT[\d-]+Z_(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)/, "");
}

/**
 * The session whose transcript a text names, as in `/home/me/.claude/projects/p/<session>.jsonl`.
 *
 * @param text a text with the path, also of Windows.
 * @param from where the path begins.
 * @returns the id of the session; `undefined` where no such path of at most 4,096 characters begins.
 */
export function sessionNamedAt(text: string, from: number): string | undefined {
  const [line = ""] = text.slice(from, from + 4096).split(/["\n]/, 1);
  const end = line.indexOf(".jsonl");
  const name = end === -1 ? "" : sessionIdOf(line.slice(0, end).replaceAll("\\", "/"));
  return name === "" ? undefined : name;
}
