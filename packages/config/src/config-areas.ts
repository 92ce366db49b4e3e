import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ConfigIo } from "./config-io.ts";

/** The folders in which a config is used without being named. */
export interface Areas {
  /** Whether a folder is the current one, between it and the root of its repository, or the home folder. */
  readonly isNear: (folder: string) => boolean;
}

/** Find the folders in which a config is used without being named. */
export async function areasOf({ cwd, env }: ConfigIo): Promise<Areas> {
  const current = resolve(cwd);
  const home = resolve(env["HOME"] || homedir());
  const realHome = await realpath(home).catch(() => home);
  const repository = new Set<string>();
  const passed: string[] = [];
  for (let folder = current; folder !== dirname(folder); folder = dirname(folder)) {
    passed.push(folder);
    if (await stat(join(folder, ".git")).catch(() => undefined)) {
      for (const one of passed) repository.add(one);
      break;
    }
  }
  return { isNear: (folder) => folder === current || folder === home || folder === realHome || repository.has(folder) };
}

/** The folder of the user-wide config; absent if the environment names none. */
export function userFolder({ XDG_CONFIG_HOME = "", APPDATA = "", HOME = "" }: ConfigIo["env"]): string | undefined {
  const folders = process.platform === "win32" ? [APPDATA] : [XDG_CONFIG_HOME, HOME && join(HOME, ".config")];
  // By its specification a relative path is ignored.
  const folder = folders.find((one) => isAbsolute(one));
  return folder === undefined ? undefined : join(folder, "ccdag");
}
