import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { Pluggable } from "unified";
import { RequestError } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { nearest } from "./nearest.ts";
import type { Settings } from "./config-settings.ts";

/**
 * What a config contains: a unified preset, whose plugins may be names. A config is `ccdag.config.json`, `.js`, `.mjs` or
 * `.ts`, or the key `ccdag` of a `package.json`. The schema of the JSON is `ccdag/config.schema.json`.
 */
export interface Config {
  /** The address of the schema, for editors of JSON. */
  $schema?: string | undefined;
  /**
   * Plugins in the order of their use: a name (`"tool-deploy"`, `"@you/tool-deploy"`, `"./deploy.js"`), a name with
   * options (`["tool-deploy", {…}]`), or with `false` to turn off a plugin of a preset before it; in JavaScript also the
   * plugins and presets themselves. `"detail"` and `"redact"` are built in.
   */
  plugins?: ReadonlyArray<Named | Pluggable> | undefined;
  /** Options of the command line, such as `to` and `limit`, and options of renderers, such as `labels`. */
  settings?: Readonly<Settings> | undefined;
}

/** A plugin by its name. */
type Named = string | readonly [name: string, options?: unknown];

/** A config that was found. */
export interface FoundConfig {
  /** Absolute path of the file. */
  readonly path: string;
  readonly config: Config;
  /** The names of settings that are ignored, because the user has not named this config (default: none). */
  readonly ignored?: readonly string[] | undefined;
}

/**
 * Read a config. A config in JavaScript runs.
 *
 * @param path its absolute path.
 * @throws RequestError if it cannot be read or is invalid.
 */
export async function readConfig(path: string): Promise<FoundConfig> {
  return { path, config: check(await read(path), path) };
}

async function read(path: string): Promise<unknown> {
  assertRunnable(path);
  try {
    if (path.endsWith(".json")) {
      const json = JSON.parse(await readFile(path, "utf8")) as unknown;
      return isManifest(path) && isRecord(json) ? json[manifestKey] : json;
    }
    return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  } catch (error) {
    throw new RequestError(`Cannot read config \`${path}\`: ${whyOf(error, path)}`);
  }
}

/**
 * Check that Node can run a config: TypeScript runs where Node strips the types.
 *
 * @param path the path of the config.
 * @throws RequestError if it cannot.
 */
export function assertRunnable(path: string): void {
  if (!/\.[cm]?ts$/.test(path) || (process.features as { typescript?: unknown }).typescript) return;
  throw new RequestError(
    `Cannot run config \`${path}\`: Node ${process.versions.node} does not run TypeScript, but 22.18, 23.6 and later do; use one of them, or write the config as ccdag.config.mjs`,
  );
}

/** Whether a path is that of the manifest of a package. */
export function isManifest(path: string): boolean {
  return basename(path) === "package.json";
}

/** Whether a manifest holds a config. */
export async function holdsConfig(path: string): Promise<boolean> {
  try {
    const json = JSON.parse(await readFile(path, "utf8")) as unknown;
    return isRecord(json) && Object.hasOwn(json, manifestKey);
  } catch {
    // It is the file of another program, which says so.
    return false;
  }
}

const manifestKey = "ccdag";

function check(value: unknown, path: string): Config {
  const invalid = (what: string, expected: string) =>
    new RequestError(`Unexpected ${what} in config \`${path}\`, expected ${expected}`);
  if (!isRecord(value)) throw invalid("value", "a preset: {plugins: […], settings: {…}}");
  const { $schema: _, plugins = [], settings = {}, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`key \`${other}\``, expectedKeys(other));
  if (!Array.isArray(plugins)) throw invalid("`plugins`", "a list");
  if (!isRecord(settings)) throw invalid("`settings`", "an object");
  const isJson = path.endsWith(".json");
  for (const [at, one] of plugins.entries())
    if (!isUsable(one, isJson)) throw invalid(`plugin ${at + 1}`, "a name or [name, options]");
  return { plugins: plugins as Config["plugins"], settings };
}

/** The keys that may have been meant, the nearest first. */
function expectedKeys(key: string): string {
  const first = nearest(key, ["plugins", "settings", "$schema"]);
  return first === "$schema" ? "`$schema`" : `\`${first}\` or \`${first === "plugins" ? "settings" : "plugins"}\``;
}

function isUsable(value: unknown, isJson: boolean): boolean {
  if (typeof value === "string") return value !== "";
  if (!Array.isArray(value)) return !isJson && (typeof value === "function" || isRecord(value));
  const [first, ...rest] = value as unknown[];
  if (typeof first === "function") return !isJson;
  return typeof first === "string" && first !== "" && rest.length <= 1 && (rest.length === 0 || isOptions(rest[0]));
}

/** Whether a value can be the options after a name. */
function isOptions(value: unknown): boolean {
  return typeof value === "boolean" || value === null || isRecord(value);
}

/** Whether a value is an object, but not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
