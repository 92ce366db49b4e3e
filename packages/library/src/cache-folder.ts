import { isAbsolute, join, resolve } from "node:path";
import type { LibraryIo } from "./library-io.ts";

/**
 * The folder for what is remembered between runs.
 *
 * @param option the value of `--cache`; `false` for `--no-cache`.
 * @param io the variables and the current folder of the run.
 * @returns an absolute path; absent if nothing is to be remembered, or the user has no folder for it.
 */
export function cacheFolder(option: unknown, { env, cwd }: Pick<LibraryIo, "env" | "cwd">): string | undefined {
  if (option === false) return undefined;
  const named = typeof option === "string" ? option : env["CCDAG_CACHE"];
  if (named) return resolve(cwd, named);
  const { XDG_CACHE_HOME = "", LOCALAPPDATA = "", HOME = "" } = env;
  if (process.platform === "win32") return LOCALAPPDATA ? join(LOCALAPPDATA, "ccdag", "cache") : undefined;
  // By its specification a relative path is ignored.
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "ccdag");
  const caches = process.platform === "darwin" ? join("Library", "Caches") : ".cache";
  return HOME ? join(HOME, caches, "ccdag") : undefined;
}
