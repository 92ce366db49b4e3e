import { mkdir, readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { writeAtomically } from "@ccdag/keep/write";
import type { ConfigIo } from "./config-io.ts";
import { isRecord } from "./read-config.ts";
import { controlOf } from "./control-of.ts";

/**
 * The hash with which a config was allowed by `--config`.
 *
 * @param path the real path of the config.
 * @param env the environment, which says where the state of programs is kept.
 * @returns absent if it was never allowed.
 */
export async function allowedHash(path: string, env: ConfigIo["env"]): Promise<string | undefined> {
  const hash = (await readAllowed(stateFile(env)))[path];
  return typeof hash === "string" ? hash : undefined;
}

/**
 * Remember that a config was allowed. Where this cannot be written, such as in a container, the config has to be named
 * with `--config` each time.
 *
 * @param path the real path of the config.
 * @param hash the hash of its code.
 * @param env the environment, which says where the state of programs is kept.
 */
export async function allow(path: string, hash: string, env: ConfigIo["env"]): Promise<void> {
  const file = stateFile(env);
  if (file === undefined) return;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const allowed = { ...(await readAllowed(file)), [path]: hash };
    await writeAtomically(file, `${JSON.stringify(allowed, undefined, 2)}\n`);
  } catch {
    // The config has run; only the next run has to name it again.
  }
}

async function readAllowed(file: string | undefined): Promise<Record<string, unknown>> {
  try {
    // A list that another user can write allows nothing.
    if (file === undefined || (await controlOf(file)) !== undefined) return {};
    const value = JSON.parse(await readFile(file, "utf8")) as unknown;
    return isRecord(value) ? Object.assign(Object.create(null) as Record<string, unknown>, value) : {};
  } catch {
    return {};
  }
}

/** The file of the list; absent if the environment names no folder for it. */
function stateFile({ XDG_STATE_HOME = "", LOCALAPPDATA = "", HOME = "" }: ConfigIo["env"]): string | undefined {
  const folders = process.platform === "win32" ? [LOCALAPPDATA] : [XDG_STATE_HOME, HOME && join(HOME, ".local/state")];
  const folder = folders.find((one) => isAbsolute(one));
  return folder === undefined ? undefined : join(folder, "ccdag/trusted.json");
}
