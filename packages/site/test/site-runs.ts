// Runs of the program beside this file, and what they leave.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { read } from "../../../tooling/tests/scratch.ts";

/** Writes a site: the folder of the site, inputs and options are its arguments. */
export const program: string = new URL("write-site.mjs", import.meta.url).pathname;

/** Run it to its end. */
export const run = (argv: readonly string[], options: { cwd?: string; timeout?: number } = {}) =>
  spawnSync("node", [program, ...argv], { encoding: "utf8", killSignal: "SIGKILL", ...options });

/** All names below a folder, sorted. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).sort((a, b) => (a < b ? -1 : 1));

/** All names below a folder, with what files hold. */
export const contentOf = (folder: string): Array<[string, string | false]> =>
  namesIn(folder).map((name) => [name, statSync(join(folder, name)).isFile() && read(folder, name)]);

/** The files below a folder that were not put in their places. */
export const draftsIn = (folder: string): string[] =>
  existsSync(folder) ? namesIn(folder).filter((name) => name.endsWith(".tmp")) : [];
