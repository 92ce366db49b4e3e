import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { type Aliases, projectFolderName } from "./project-identity.ts";

/**
 * Read where projects are that were moved or renamed.
 *
 * @param texts as typed, such as `~/old=~/new`.
 * @param io the home folder, and the folder that paths are relative to.
 * @throws RequestError for a text without two paths, and for projects that were moved in a ring.
 */
export function readAliases(texts: readonly string[], io: Pick<LibraryIo, "env" | "cwd">): Aliases {
  const paths = texts.map((text): [string, string] => {
    const [, from, to] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (from !== undefined && to !== undefined) return [from, to];
    throw new RequestError(`Unexpected --alias \`${text}\`, expected the old and the new path of a project: old=new`);
  });
  return toAliases(paths, io);
}

/**
 * The projects that were moved or renamed, by their old and their new paths.
 *
 * @throws RequestError for projects that were moved in a ring.
 */
export function toAliases(
  paths: ReadonlyArray<readonly [from: string, to: string]>,
  io: Pick<LibraryIo, "env" | "cwd">,
): Aliases {
  const moved = new Map(paths.map(([from, to]) => [projectFolderName(pathOf(from, io)), pathOf(to, io)]));
  return new Map([...moved].map(([name, path]) => [name, lastOf(name, path, moved)]));
}

/** Where a project is that was moved several times. */
function lastOf(name: string, path: string, moved: ReadonlyMap<string, string>): string {
  let last = path;
  for (let steps = 0; ; steps++) {
    const next = moved.get(projectFolderName(last));
    if (next === undefined) return last;
    if (steps === moved.size)
      throw new RequestError(`Unexpected --alias of \`${path}\`, which leads back to \`${name}\``);
    last = next;
  }
}

function pathOf(text: string, { env, cwd }: Pick<LibraryIo, "env" | "cwd">): string {
  if (/^~(?:[\\/]|$)/.test(text)) return resolve(env["HOME"] || homedir(), `.${text.slice(1)}`);
  // A transcript may come from a machine with Windows.
  return !isAbsolute(text) && /^[a-z]:[\\/]/i.test(text) ? text.replace(/[\\/]$/, "") : resolve(cwd, text);
}
