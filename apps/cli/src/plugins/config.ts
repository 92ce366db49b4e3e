import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Pluggable } from "unified";
import { CallError } from "../io.ts";
import { whyOf } from "../why.ts";

/**
 * What `ccdag.config.js`, `.mjs` or `.json` contains: a unified preset, whose plugins may be names. The schema of the JSON
 * is `ccdag/config.schema.json`.
 */
export interface Config {
  /**
   * Plugins in the order of their use: a name (`"tool-deploy"`, `"@you/tool-deploy"`, `"./deploy.js"`), a name with
   * options (`["tool-deploy", {…}]`), or with `false` to turn off a plugin of a preset before it; in JavaScript also the
   * plugins and presets themselves. `"detail"` and `"redact"` are built in.
   */
  plugins?: ReadonlyArray<Named | Pluggable> | undefined;
  /** Options for renderers, such as `limit`, `images` or `labels`. */
  settings?: Readonly<Record<string, unknown>> | undefined;
}

/** A plugin by its name. */
type Named = string | readonly [name: string, options?: unknown];

/** A config that was found. */
export interface FoundConfig {
  /** Absolute path of the file. */
  readonly path: string;
  readonly config: Config;
}

/**
 * Read a config. A config in JavaScript runs.
 *
 * @param path its absolute path.
 * @throws CallError if it cannot be read or is invalid.
 */
export async function readConfig(path: string): Promise<FoundConfig> {
  return { path, config: check(await read(path), path) };
}

async function read(path: string): Promise<unknown> {
  try {
    if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8")) as unknown;
    return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  } catch (error) {
    throw new CallError(`Cannot read config \`${path}\`: ${whyOf(error, path)}`);
  }
}

function check(value: unknown, path: string): Config {
  const invalid = (what: string, expected: string) =>
    new CallError(`Unexpected ${what} in config \`${path}\`, expected ${expected}`);
  if (!isRecord(value)) throw invalid("value", "a preset: {plugins: […], settings: {…}}");
  const { $schema: _, plugins = [], settings = {}, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`key \`${other}\``, "`plugins` or `settings`");
  if (!Array.isArray(plugins)) throw invalid("`plugins`", "a list");
  if (!isRecord(settings)) throw invalid("`settings`", "an object");
  const isJson = path.endsWith(".json");
  for (const [at, one] of plugins.entries())
    if (!isUsable(one, isJson)) throw invalid(`plugin ${at + 1}`, "a name or [name, options]");
  return { plugins: plugins as Config["plugins"], settings };
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
