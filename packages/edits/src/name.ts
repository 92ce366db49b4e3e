/** Of the UTF-8 encoder of the platform, what is used here. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Why a file cannot be in a patch. */
export type NameProblem = "outside" | "git-folder";

/** A git worktree: another checkout of a repository. */
export interface Worktree {
  readonly name: string;
  /** The folder of the repository; absent if only a record says that there is a worktree. */
  readonly repository?: string | undefined;
  /** The path in the worktree; empty for its folder. */
  readonly inside: string;
}

/**
 * The git worktree that a path is in: the client makes them in `.claude/worktrees` of a repository. Nothing is looked up.
 *
 * @param path an absolute path.
 * @param recorded the folder of a worktree that a record names, wherever it is (default: none).
 * @returns absent if the path is in no worktree.
 */
export function worktreeOf(path: string, recorded?: string): Worktree | undefined {
  const [found, repository, name = "", inside = ""] =
    /^(.+?)[\\/]\.claude[\\/]worktrees[\\/]([^\\/]+)(?:[\\/](.*))?$/s.exec(path) ?? [];
  if (found !== undefined) return { name, repository, inside };
  if (recorded === undefined || !path.startsWith(recorded) || !/^[\\/]/.test(path.slice(recorded.length)))
    return undefined;
  return { name: recorded, inside: path.slice(recorded.length + 1) };
}

/** Where the name of a file begins. */
export interface NameOptions {
  /** The folder that the client ran in (default: the folder that the name is relative to). */
  readonly cwd?: string | undefined;
  /** The folder of the worktree of an agent, as recorded (default: none). */
  readonly worktree?: string | undefined;
}

/**
 * Name a file relative to a folder, with `/`. A file of a worktree is named as in its repository. Nothing is looked up, so that
 * links are not followed.
 *
 * @param path the recorded path; one that is not absolute is taken to be relative to the folder that the client ran in.
 * @param base the absolute folder that the name is relative to.
 * @param options the folder that the client ran in, and a worktree.
 * @returns the name, or why no patch may have it: it is outside the folder, or git refuses it.
 */
export function nameIn(
  path: string,
  base: string,
  { cwd = base, worktree: recorded }: NameOptions = {},
): { name: string } | { problem: NameProblem } {
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(base);
  const home = inRepository(base, worktreeOf(base), base);
  const file = isAbsolute(path, isWindows) ? path : `${cwd}/${path}`;
  const above = partsOf(home, isWindows);
  const parts = partsOf(inRepository(file, worktreeOf(file, recorded), home), isWindows);
  const isInside = parts.length > above.length && above.every((part, at) => part === parts[at]);
  if (!isInside) return { problem: "outside" };
  const inside = parts.slice(above.length);
  if (inside.some(isRefused)) return { problem: "git-folder" };
  return { name: inside.join("/") };
}

/** The path in the repository; where that is not known, in the folder that names are relative to. */
function inRepository(path: string, worktree: Worktree | undefined, home: string): string {
  return worktree === undefined ? path : `${worktree.repository ?? home}/${worktree.inside}`;
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
