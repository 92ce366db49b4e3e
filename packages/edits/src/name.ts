/** Of the UTF-8 encoder of the platform, what is used here. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Why a file cannot be in a patch. */
export type NameProblem = "outside" | "git-folder";

/**
 * Name a file relative to a folder, with `/`. Nothing is looked up, so that links are not followed.
 *
 * @param path the recorded path; one that is not absolute is taken to be relative to the folder that the client ran in.
 * @param base the absolute folder that the name is relative to.
 * @param cwd the folder that the client ran in (default: `base`).
 * @returns the name, or why no patch may have it: it is outside the folder, or git refuses it.
 */
export function nameIn(path: string, base: string, cwd: string = base): { name: string } | { problem: NameProblem } {
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(base);
  const [parts, above] = [path, base].map((one) =>
    partsOf(isAbsolute(one, isWindows) ? one : `${cwd}/${one}`, isWindows),
  ) as [string[], string[]];
  const isInside = parts.length > above.length && above.every((part, at) => part === parts[at]);
  if (!isInside) return { problem: "outside" };
  const inside = parts.slice(above.length);
  if (inside.some(isRefused)) return { problem: "git-folder" };
  return { name: inside.join("/") };
}

/** Git refuses a whole patch if a name in it leads into its own folder, on any file system. */
function isRefused(part: string): boolean {
  const seen = part.replace(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, "");
  return /^(?:\.git|git~1)[. ]*(?:$|[:\\])/i.test(seen) || part.includes("\0");
}

function isAbsolute(path: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

/** The folders of a path and its name, without `.` and `..`. */
function partsOf(path: string, isWindows: boolean): string[] {
  const parts: string[] = [];
  for (const part of path.split(isWindows ? /[\\/]/ : "/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(isWindows && parts.length === 0 ? part.toLowerCase() : part);
  return parts;
}

const escapes: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  34: '\\"',
  92: "\\\\",
};

/**
 * Write a name as git does: in quotes, with escapes, if it has other characters than printable ones of ASCII.
 *
 * @param name such as `a/notes.md`.
 * @returns one line.
 */
export function quoteName(name: string): string {
  if (/^[ !#-[\]-~]*$/.test(name)) return name;
  const bytes = [...new TextEncoder().encode(name)].map((byte) =>
    escapes[byte] !== undefined
      ? escapes[byte]
      : byte < 0x20 || byte > 0x7e
        ? `\\${byte.toString(8).padStart(3, "0")}`
        : String.fromCharCode(byte),
  );
  return `"${bytes.join("")}"`;
}
