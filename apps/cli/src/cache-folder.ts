import { isAbsolute, join, resolve } from "node:path";
import type { Io } from "./io.ts";

/**
 * The folder for what is remembered between runs.
 *
 * @param option the value of `--cache`; `false` for `--no-cache`.
 * @param io the variables and the current folder of the run.
 * @returns an absolute path; absent if nothing is to be remembered, or the user has no folder for it.
 */
export function cacheFolder(option: unknown, { env, cwd }: Pick<Io, "env" | "cwd">): string | undefined {
  if (option === false) return undefined;
  const named = typeof option === "string" ? option : env["CCDAG_CACHE"];
  if (named) return resolve(cwd, named);
  const { XDG_CACHE_HOME: xdg = "", LOCALAPPDATA = "", HOME = "" } = env;
  // By its specification a relative path is ignored.
  const XDG_CACHE_HOME = isAbsolute(xdg) ? xdg : "";
  const folders = {
    win32: [LOCALAPPDATA && join(LOCALAPPDATA, "ccdag", "cache")],
    darwin: [XDG_CACHE_HOME && join(XDG_CACHE_HOME, "ccdag"), HOME && join(HOME, "Library", "Caches", "ccdag")],
  }[process.platform as string] ?? [
    XDG_CACHE_HOME && join(XDG_CACHE_HOME, "ccdag"),
    HOME && join(HOME, ".cache", "ccdag"),
  ];
  return folders.find((folder) => folder !== "");
}
