import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ccdag, details, type DetailOptions } from "@ccdag/processor";
import type { Pluggable, PluggableList, Preset } from "unified";
import { VFile } from "vfile";
import { CallError, type Io } from "../io.ts";
import { readConfig } from "./config.ts";
import { isPreset, loadModule } from "./load-module.ts";
import { whereOf } from "./why.ts";
import { readUse, type Use } from "./read-use.ts";

/** Options that every command has. */
export interface OwnOptions {
  /** Plugins that were named on the command line, with their options. */
  use?: readonly string[] | undefined;
  /** The path of a config; `false` for none (default: the nearest). */
  config?: string | boolean | undefined;
}

/** What a config and `--use` want: plugins and settings of the user's own. */
export interface Own {
  readonly plugins: PluggableList;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where renderers are looked for: the folder of the config, else the current one. */
  readonly folder: string;
  /** Whether one of the plugins is a renderer. */
  readonly isRenderer: boolean;
  /** How much is told, unless the command line says it. */
  readonly detail: DetailOptions;
  /** What `redact` was given; nothing where it was not asked for, which leaves it to the command line and the format. */
  readonly redact: OwnRedaction | undefined;
  /** Changes with what is used, its options, and the files that it was loaded from. */
  readonly signature: string;
}

/** Options of `redact` in a config. */
interface OwnRedaction {
  /** A file of words and patterns that are taken out, too. */
  readonly extra?: string | undefined;
  readonly keepImages?: boolean | undefined;
}

/** Plugins that are options of the command line, too: they have one place in the order, wherever they are named. */
const builtIn = ["detail", "redact"];

/**
 * Find, load and try the plugins of the user, before anything is read.
 *
 * @param options as typed.
 * @param io the world.
 * @throws CallError where one is missing or broken, or a config cannot be read.
 */
export async function loadOwn({ use = [], config }: OwnOptions, io: Io): Promise<Own> {
  const found = await readConfig(io.cwd, config === true ? undefined : config);
  const folder = found ? dirname(found.path) : io.cwd;
  const seen = createHash("sha256");
  if (found) seen.update(await readFile(found.path));
  const own: Collected = { plugins: [], names: [], settings: {}, detail: {}, redact: undefined };
  for (const one of found?.config.plugins ?? []) await add(own, one, { folder, paths: folder, by: found?.path, seen });
  // What a config says itself comes before what its presets say, as for unified.
  Object.assign(own.settings, found?.config.settings);
  for (const text of use) {
    const { name, options } = readUse(text);
    await add(own, options === undefined ? name : [name, options], { folder, paths: io.cwd, by: undefined, seen });
  }
  seen.update(JSON.stringify([use, own.settings, own.detail, own.redact]));
  const { plugins, settings, detail, redact } = own;
  return { plugins, settings, folder, isRenderer: attach(own), detail, redact, signature: seen.digest("hex") };
}

interface Collected {
  plugins: PluggableList;
  /** What each plugin is called in messages. */
  names: string[];
  settings: Record<string, unknown>;
  detail: DetailOptions;
  redact: OwnRedaction | undefined;
}

interface From {
  folder: string;
  paths: string;
  /** Who named it, where that was not the command line. */
  by: string | undefined;
  seen: { update: (data: string | Uint8Array) => unknown };
}

async function add(own: Collected, one: unknown, from: From): Promise<void> {
  const use = toUse(one);
  if (use === undefined) put(own, one, `a plugin of \`${from.by}\``);
  else if (builtIn.includes(use.name)) addBuiltIn(own, use, from.paths);
  else await addNamed(own, use, from);
}

/** A name, with or without options; nothing for what is a plugin itself. */
function toUse(one: unknown): Use | undefined {
  if (typeof one === "string") return { name: one };
  if (!Array.isArray(one) || typeof one[0] !== "string") return undefined;
  return one.length === 1 ? { name: one[0] } : { name: one[0], options: one[1] };
}

/** A preset's settings are for everybody; its plugins are one plugin. */
function put(own: Collected, one: unknown, name: string, options?: unknown): void {
  own.names.push(name);
  if (isPreset(one)) {
    const { plugins, settings } = one as Preset;
    own.plugins.push({ plugins: plugins ?? [] });
    Object.assign(own.settings, settings, options);
  } else own.plugins.push((options === undefined ? one : [one, options]) as Pluggable);
}

function addBuiltIn(own: Collected, { name, options }: Use, paths: string): void {
  if (name === "detail") {
    const { detail } = (options ?? {}) as DetailOptions;
    if (detail !== undefined && !details.includes(detail))
      throw new CallError(`Unexpected detail \`${detail}\`, expected ${details.join(", ")}`);
    own.detail = options === false ? {} : { ...own.detail, ...(options as DetailOptions | undefined) };
    return;
  }
  const given = (options === true ? {} : options) as OwnRedaction | false | undefined;
  const extra = given && given.extra !== undefined ? { extra: resolve(paths, given.extra) } : {};
  own.redact = given === false ? undefined : { ...own.redact, ...given, ...extra };
}

async function addNamed(own: Collected, { name, options }: Use, { folder, paths, by, seen }: From): Promise<void> {
  const { value, path } = await loadModule({ name, kind: "plugin", prefix: "ccdag", from: folder, paths, by });
  seen.update(path);
  seen.update(await readFile(path));
  if (isPreset(value) && options === false) return;
  put(own, value, `plugin \`${name}\` (\`${path}\`)`, options);
}

/** Let the plugins attach to a processor one by one, as they will later; says whether one of them is a renderer. */
function attach({ plugins, names }: Collected): boolean {
  let isRenderer = false;
  for (const [at, name] of names.entries())
    try {
      const processor = ccdag()
        .use(plugins.slice(0, at + 1))
        .freeze();
      // A rule is looked at when something is read.
      processor.parse(new VFile({ path: "none.jsonl", value: "" }));
      isRenderer = processor.compiler !== undefined;
    } catch (error) {
      throw new CallError(`Cannot use ${name}: ${whereOf(error)}`);
    }
  return isRenderer;
}
