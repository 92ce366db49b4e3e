import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import type { ConfigIo } from "./config-io.ts";
import { allow, allowedHash } from "./allowed.ts";
import { type Areas, areasOf, userFolder } from "./config-areas.ts";
import { assertRunnable, type FoundConfig, holdsConfig, isManifest, readConfig } from "./read-config.ts";
import { consentedSettings, type Controlled, controlOfCode, hashOf, runsCode } from "./config-code.ts";

const userNames = ["js", "mjs", "ts", "json"].map((ending) => `ccdag.config.${ending}`);
const names = [...userNames, "package.json"];

/** Which config is used, as typed. */
export interface ConfigChoice {
  /** The path of a config, relative to the current folder; `false` for none, not even the user-wide one (default: the nearest one). */
  readonly given?: string | false | undefined;
  /** Whether only failures are printed (default: `false`). */
  readonly quiet?: boolean | undefined;
  /** Whether the nearest config is not looked for (default: `false`). */
  readonly isUserOnly?: boolean | undefined;
}

/** The configs of a run. */
export interface Configs {
  /** The user-wide config, if there is one. */
  readonly user: FoundConfig | undefined;
  /** The config that was named, or the nearest one, if there is one. */
  readonly project: FoundConfig | undefined;
  /** The configs that were found and not used. */
  readonly skipped: readonly SkippedConfig[];
}

/** A config that was found, and not used. */
export interface SkippedConfig {
  readonly path: string;
  readonly reason: string;
}

/** A config that was found, and not named. */
interface Candidate {
  readonly path: string;
  /** Its content; absent for JavaScript, which is not read before it may run. */
  readonly json?: FoundConfig | undefined;
}

/**
 * Find and read the configs: the user-wide one, and the one that was named, else the nearest one in the current folder or
 * above it. One that runs code and was not named is named on stderr. It has to be in the current folder, in its repository,
 * in the home folder or in the folder of the user-wide config, and no other user may control it; any other is skipped, with
 * a line on stderr, until `--config` names it.
 *
 * @param choice as typed.
 * @param io the environment of the run.
 * @returns the configs; without any if that was asked for.
 * @throws RequestError if a config cannot be read or is invalid, or a folder has two.
 */
export async function findConfigs(
  { given, quiet = false, isUserOnly = false }: ConfigChoice,
  io: ConfigIo,
): Promise<Configs> {
  if (given === false) return { user: undefined, project: undefined, skipped: [] };
  const search = new Search(await areasOf(io), quiet, io);
  const user = await search.user(userFolder(io.env));
  const nearest = async () => (isUserOnly ? undefined : search.nearest());
  const found = given === undefined ? await nearest() : await search.named(resolve(io.cwd, given));
  // The user-wide config may be named, too.
  const isUsers = user && found && (await realpath(user.path)) === (await realpath(found.path));
  return { user, project: isUsers ? undefined : found, skipped: search.skipped };
}

class Search {
  readonly skipped: SkippedConfig[] = [];
  readonly #areas: Areas;
  readonly #isQuiet: boolean;
  readonly #io: ConfigIo;
  #userFolder: string | undefined;

  constructor(areas: Areas, isQuiet: boolean, io: ConfigIo) {
    this.#areas = areas;
    this.#isQuiet = isQuiet;
    this.#io = io;
  }

  async user(folder: string | undefined): Promise<FoundConfig | undefined> {
    if (folder === undefined) return undefined;
    this.#userFolder = await realpath(folder).catch(() => folder);
    const found = await this.#only(folder, userNames, true);
    // What a user has put there is known to that user.
    return found && this.#use(found, this.#isQuiet);
  }

  async nearest(): Promise<FoundConfig | undefined> {
    for (let folder = resolve(this.#io.cwd); ; folder = dirname(folder)) {
      const isUsers = (await realpath(folder).catch(() => folder)) === this.#userFolder;
      const found = isUsers ? undefined : await this.#only(folder, names, this.#areas.isNear(folder));
      if (found !== undefined) return this.#foreign(found);
      if (folder === dirname(folder)) return undefined;
    }
  }

  /** Read a config that was not named: whoever wrote it does not say where transcripts of the user go. */
  async #foreign(candidate: Candidate): Promise<FoundConfig> {
    const isAllowed = await this.#isAllowed(candidate.path);
    const found = await this.#use(candidate, this.#isQuiet && isAllowed);
    const ignored = isAllowed ? [] : consentedSettings(found, this.#io.settings);
    if (ignored.length === 0) return found;
    const line = `Ignored \`${ignored.join("`, `")}\` of the config \`${found.path}\`, which a config that nobody named cannot set; \`--config\` with this path allows it`;
    this.#io.stderr(`${visibleLine(line)}\n`);
    return { ...found, ignored };
  }

  /** Read a config that was named. If not all of it would be used without being named, remember that it is allowed. */
  async named(path: string): Promise<FoundConfig> {
    const control = (await controlOfCode(path).catch(() => undefined))?.control;
    const isSkipped = control === "owner" || (control === undefined && !this.#areas.isNear(dirname(path)));
    if (!names.includes(basename(path))) return readConfig(path);
    // The code that was named is remembered, not what it may have become since.
    const hash = await hashOf(path);
    const found = await readConfig(path);
    if ((isSkipped && runsCode(found)) || consentedSettings(found, this.#io.settings).length > 0)
      await allow(await realpath(path), hash, this.#io.env);
    return found;
  }

  /** The only config of a folder that may be used. */
  async #only(folder: string, among: readonly string[], isNear: boolean): Promise<Candidate | undefined> {
    const usable: Candidate[] = [];
    for (const name of among) {
      const path = join(folder, name);
      if ((await stat(path).catch(() => undefined))?.isFile() !== true) continue;
      if (isManifest(path) && !(await holdsConfig(path))) continue;
      const candidate = await this.#candidate(path, await controlOfCode(path), isNear);
      if (candidate) usable.push(candidate);
    }
    const [first, other] = usable;
    if (other === undefined) return first;
    throw new RequestError(
      `Unexpected \`${other.path}\` beside \`${first!.path}\`, expected one config; choose one with --config`,
    );
  }

  /** A config that was not named, if it may be used. */
  async #candidate(path: string, controlled: Controlled | undefined, isNear: boolean): Promise<Candidate | undefined> {
    const refusal = await this.#refusalOf(path, controlled, isNear);
    if (typeof refusal !== "string") return refusal;
    this.skipped.push({ path, reason: refusal });
    const line = `Skipped the config \`${path}\`, which ${refusal}; \`--config\` with this path uses it`;
    this.#io.stderr(`${visibleLine(line)}\n`);
    return undefined;
  }

  /** Why a config that was not named is not used; or the config. */
  async #refusalOf(path: string, controlled: Controlled | undefined, isNear: boolean): Promise<Candidate | string> {
    if (controlled === undefined) {
      const json = path.endsWith(".json") ? await readConfig(path) : undefined;
      if (isNear || (json && !runsCode(json))) return { path, json };
    }
    const loads = controlled === undefined || controlled.path === path ? "" : `loads \`${controlled.path}\`, which `;
    if (controlled?.control === "writer") return `${loads}other users can change`;
    const allowed = await allowedHash(await realpath(path), this.#io.env);
    if (allowed !== undefined)
      return allowed === (await hashOf(path)) ? { path } : "has changed since it was named with `--config`";
    return controlled ? `${loads}belongs to another user` : "is outside the current folder and its repository";
  }

  async #isAllowed(path: string): Promise<boolean> {
    return (await allowedHash(await realpath(path), this.#io.env)) === (await hashOf(path));
  }

  async #use({ path, json }: Candidate, isQuiet: boolean): Promise<FoundConfig> {
    if (json && !runsCode(json)) return json;
    assertRunnable(path);
    const line = `Running the config \`${path}\`; \`--no-config\` runs none`;
    if (!isQuiet) this.#io.stderr(`${visibleLine(line)}\n`);
    return json ?? readConfig(path);
  }
}
