import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { CallError, type Io } from "../io.ts";
import { printable } from "../printable.ts";
import { allow, allowedHash } from "./allowed.ts";
import { isBuiltIn } from "./built-in.ts";
import { type FoundConfig, readConfig } from "./config.ts";
import { readModule } from "./hash-module.ts";
import { locate } from "./load-module.ts";
import { type Control, controlOf } from "./trust.ts";

const names = ["ccdag.config.js", "ccdag.config.mjs", "ccdag.config.json"];

/** Which config is used, as typed. */
export interface ConfigChoice {
  /** The path of a config, relative to the current folder; `false` for none (default: the nearest one). */
  readonly given?: string | false | undefined;
  /** Whether only failures are printed (default: `false`). */
  readonly quiet?: boolean | undefined;
}

/** A config that was found, and not named. */
interface Candidate {
  readonly path: string;
  /** Its content; absent for JavaScript, which is not read before it may run. */
  readonly json?: FoundConfig | undefined;
}

/**
 * Find and read the config: the one that was named, else the nearest one in the current folder or above it. One that runs
 * code and was not named is named on stderr. It has to be in the current folder, in its repository or in the home folder,
 * and no other user may control it; any other is skipped, with a line on stderr, until `--config` names it.
 *
 * @param choice as typed.
 * @param io the environment of the run.
 * @returns the config; absent if there is none.
 * @throws CallError if a config cannot be read or is invalid, or a folder has two.
 */
export async function findConfig({ given, quiet }: ConfigChoice, io: Io): Promise<FoundConfig | undefined> {
  if (given === false) return undefined;
  const areas = await areasOf(io);
  if (given !== undefined) return readNamed(resolve(io.cwd, given), areas, io);
  for (let folder = resolve(io.cwd); ; folder = dirname(folder)) {
    const [first, other] = await usableIn(folder, areas.isNear(folder), io);
    if (other !== undefined)
      throw new CallError(
        `Unexpected \`${other.path}\` beside \`${first!.path}\`, expected one config; choose one with --config`,
      );
    if (first !== undefined) return use(first, quiet, io);
    if (folder === dirname(folder)) return undefined;
  }
}

async function usableIn(folder: string, isNear: boolean, io: Io): Promise<Candidate[]> {
  const usable: Candidate[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.isFile() !== true) continue;
    const refusal = await refusalOf(path, await controlOfCode(path), isNear, io);
    if (typeof refusal !== "string") usable.push(refusal);
    else
      io.stderr(
        `${printable(`Skipped the config \`${path}\`, which ${refusal}; \`--config\` with this path uses it`)}\n`,
      );
  }
  return usable;
}

/** Why a config that was not named is not used; or the config. */
async function refusalOf(
  path: string,
  controlled: Controlled | undefined,
  isNear: boolean,
  io: Io,
): Promise<Candidate | string> {
  if (controlled === undefined) {
    const json = path.endsWith(".json") ? await readConfig(path) : undefined;
    if (isNear || (json && !runsCode(json))) return { path, json };
  }
  const loads = controlled === undefined || controlled.path === path ? "" : `loads \`${controlled.path}\`, which `;
  if (controlled?.control === "writer") return `${loads}other users can change`;
  const allowed = await allowedHash(await realpath(path), io.env);
  if (allowed !== undefined)
    return allowed === (await hashOf(path)) ? { path } : "has changed since it was named with `--config`";
  return controlled ? `${loads}belongs to another user` : "is outside the current folder and its repository";
}

async function use({ path, json }: Candidate, quiet: boolean | undefined, io: Io): Promise<FoundConfig> {
  if (json && !runsCode(json)) return json;
  const isAllowed = quiet === true && (await allowedHash(await realpath(path), io.env)) === (await hashOf(path));
  if (!isAllowed) io.stderr(`${printable(`Running the config \`${path}\`; \`--no-config\` runs none`)}\n`);
  return json ?? readConfig(path);
}

/** Read a config that was named. If it would be skipped without being named, remember that it is allowed. */
async function readNamed(path: string, areas: Areas, io: Io): Promise<FoundConfig> {
  const control = (await controlOfCode(path).catch(() => undefined))?.control;
  const isSkipped = control === "owner" || (control === undefined && !areas.isNear(dirname(path)));
  if (!isSkipped || !names.includes(basename(path))) return readConfig(path);
  // The code that was named is remembered, not what it may have become since.
  const hash = await hashOf(path);
  const found = await readConfig(path);
  if (runsCode(found)) await allow(await realpath(path), hash, io.env);
  return found;
}

/** Whether a config is a program, or names one. */
function runsCode({ path, config: { plugins = [] } }: FoundConfig): boolean {
  return !path.endsWith(".json") || namesOf(plugins).some((name) => !isBuiltIn(name));
}

function namesOf(plugins: readonly unknown[]): string[] {
  return plugins.map((one) => (Array.isArray(one) ? one[0] : one) as unknown).filter((one) => typeof one === "string");
}

/** The code that a config runs: its own, what it imports by relative paths, and the plugins that JSON names. */
async function codeOf(path: string): Promise<Array<readonly [path: string, text: string]>> {
  const code = [...(await readModule(path))];
  const json = path.endsWith(".json") ? await readConfig(path).catch(() => undefined) : undefined;
  for (const name of namesOf(json?.config.plugins ?? [])) {
    const folder = dirname(path);
    const wanted = { name, kind: "plugin", prefix: "ccdag", from: folder, paths: folder } as const;
    const module = await locate(wanted).catch(() => undefined);
    if (module !== undefined) for (const one of await readModule(module)) code.push(one);
  }
  return code;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for (const [one, text] of await codeOf(path)) hash.update(`${one}\n${text}`);
  return hash.digest("hex");
}

/** A file that a config runs, and who else controls it. */
interface Controlled {
  readonly path: string;
  readonly control: Control;
}

/** The first file that another user controls, of a config and all that it runs. */
async function controlOfCode(path: string): Promise<Controlled | undefined> {
  const own = await controlOf(path);
  if (own !== undefined) return { path, control: own };
  for (const [one] of await codeOf(path)) {
    // A manifest runs nothing.
    if (basename(one) === "package.json") continue;
    const control = await controlOf(one).catch(() => undefined);
    if (control !== undefined) return { path: one, control };
  }
  return undefined;
}

/** The folders in which a config is used without being named. */
interface Areas {
  /** Whether a folder is the current one, between it and the root of its repository, or the home folder. */
  readonly isNear: (folder: string) => boolean;
}

async function areasOf({ cwd, env }: Io): Promise<Areas> {
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
