import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { projectsRoot } from "@ccdag/files/find";
import { RequestError } from "@ccdag/pipeline/tables";
import { desktopRoots } from "./desktop-roots.ts";
import type { LibraryIo } from "./library-io.ts";

/**
 * The folders of projects that are read as one: that of the client, then those that were named.
 *
 * @param given the values of `--root`, or one text of several paths as in `PATH`.
 * @param io the variables and the current folder of the run.
 * @param hasClaudeCode whether its folders are wanted, too (default: `true`).
 * @returns absolute paths, each once; the first one is that of the client, whether it exists or not, unless it is not wanted.
 * @throws RequestError if a folder that was named does not exist.
 */
export function rootsOf(
  given: unknown,
  { env, cwd }: Pick<LibraryIo, "env" | "cwd">,
  hasClaudeCode: boolean = true,
): string[] {
  const named = (Array.isArray(given) ? given : typeof given === "string" ? given.split(delimiter) : []) as string[];
  const others = named.filter((one) => one !== "").map((one) => projectsIn(resolve(cwd, one), one));
  const own = hasClaudeCode ? clientRoots(env) : [];
  return [...new Set([...own.map((root) => resolve(cwd, root)), ...others])];
}

/**
 * The roots of the client: `$CLAUDE_CONFIG_DIR`, which may name several folders, else `~/.claude`, `~/.config/claude` and those of
 * the desktop app.
 */
function clientRoots(env: LibraryIo["env"]): string[] {
  const folders = (env["CLAUDE_CONFIG_DIR"] ?? "").split(",").filter((one) => one !== "");
  if (folders.length > 0) return folders.map((folder) => join(folder, "projects"));
  const home = env["HOME"] || homedir();
  const config = isAbsolute(env["XDG_CONFIG_HOME"] ?? "") ? env["XDG_CONFIG_HOME"]! : join(home, ".config");
  const other = join(config, "claude", "projects");
  return [projectsRoot(env), ...(existsSync(other) ? [other] : []), ...desktopRoots(env)];
}

/** A copy of `~/.claude` has its projects in a folder of that name. */
function projectsIn(folder: string, typed: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new RequestError(`Unexpected root \`${typed}\`, expected a folder of projects: there is no \`${folder}\``);
  const inside = join(folder, "projects");
  return existsSync(inside) ? inside : folder;
}
