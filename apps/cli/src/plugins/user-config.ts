import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ccdagDetail } from "@ccdag/processor";
import type { PluggableList } from "unified";
import type { Io } from "../io.ts";
import { attach, type UserPlugin, toPluggable } from "./attach.ts";
import { addBuiltIn, type BuiltIns, isBuiltIn } from "./built-in.ts";
import { findConfig } from "./find-config.ts";
import { feedModule } from "./hash-module.ts";
import { isPreset, loadModule } from "./load-module.ts";
import { readUse, type Use } from "./read-use.ts";
import { checkSettings } from "./settings.ts";

/** Options that every command has. */
export interface UserConfigOptions {
  /** Plugins that were named on the command line, with their options. */
  use?: readonly string[] | undefined;
  /** The path of a config; `false` for none (default: the nearest one). */
  config?: string | boolean | undefined;
  /** Whether only failures are printed (default: `false`). */
  quiet?: boolean | undefined;
}

/** The plugins and settings of a config and `--use`. */
export interface UserConfig extends Readonly<BuiltIns> {
  /** The plugins in their order, with their settings; a new list at each access. */
  readonly plugins: PluggableList;
  /** All settings, merged. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder that renderers are resolved from: that of the config, else the current one. */
  readonly folder: string;
  /** The plugin among them that renders. */
  readonly renderer: UserPlugin | undefined;
  /** Whether one of the plugins sets how much is shown. */
  readonly hasDetail: boolean;
  /** A hash of the plugins, their options, and the files that they were loaded from. */
  readonly signature: string;
}

/**
 * Find, load and test the plugins of the user, before transcripts are read.
 *
 * @param options as typed.
 * @param io the environment of the run.
 * @throws CallError if a plugin is missing or broken, or a config cannot be read.
 */
export async function loadUserConfig({ use = [], config, quiet }: UserConfigOptions, io: Io): Promise<UserConfig> {
  const found = await findConfig({ given: config === true ? undefined : config, quiet }, io);
  const folder = found ? dirname(found.path) : io.cwd;
  const hash = createHash("sha256");
  const update = (text: string | Uint8Array) => void hash.update(text);
  const collected: Collected = { parts: [], detail: {}, redact: undefined };
  if (found) {
    await (found.path.endsWith(".json") ? readFile(found.path).then(update) : feedModule(found.path, update));
    const { plugins = [], settings } = found.config;
    for (const [at, one] of plugins.entries())
      await add(collected, one, { folder, paths: folder, by: found.path, at: at + 1, update });
    // Settings of a config override those of its presets, as in unified.
    if (settings) collected.parts.push({ value: { settings }, name: `the settings of \`${found.path}\`` });
  }
  for (const text of use) {
    const { name, options } = readUse(text);
    const one = options === undefined ? name : [name, options];
    await add(collected, one, { folder, paths: io.cwd, by: undefined, at: 0, update });
  }
  const { parts, detail, redact } = collected;
  const { settings, renderer } = attach(parts);
  checkSettings(settings);
  update(JSON.stringify([use, settings, detail, redact]));
  const hasDetail = parts.some(({ value }) => holds(value, ccdagDetail.name));
  return {
    get plugins() {
      return parts.map(toPluggable);
    },
    settings,
    folder,
    renderer,
    hasDetail,
    detail,
    redact,
    signature: hash.digest("hex"),
  };
}

interface Collected extends BuiltIns {
  parts: UserPlugin[];
}

interface From {
  /** The folder that packages are resolved from. */
  folder: string;
  /** The folder that paths are relative to. */
  paths: string;
  /** The path of the config that names the plugin; absent for the command line. */
  by: string | undefined;
  /** The position of the plugin in the config, counted from 1. */
  at: number;
  /** Adds a text to the signature. */
  update: (text: string | Uint8Array) => void;
}

async function add(collected: Collected, one: unknown, from: From): Promise<void> {
  const use = toUse(one);
  if (use === undefined) {
    const [value, options] = Array.isArray(one) ? (one as unknown[]) : [one];
    collected.parts.push({ value, options, name: `plugin ${from.at} of \`${from.by}\`` });
  } else if (isBuiltIn(use.name)) addBuiltIn(collected, use, from.paths);
  else await addNamed(collected, use, from);
}

/** A plugin that is named, with or without options; absent for a plugin itself. */
function toUse(one: unknown): Use | undefined {
  if (typeof one === "string") return { name: one };
  if (!Array.isArray(one) || typeof one[0] !== "string") return undefined;
  return one.length === 1 ? { name: one[0] } : { name: one[0], options: one[1] };
}

async function addNamed(
  collected: Collected,
  { name, options }: Use,
  { folder, paths, by, update }: From,
): Promise<void> {
  const loading = loadModule({ name, kind: "plugin", prefix: "ccdag", from: folder, paths, by });
  // A plugin that is turned off need not be installed.
  const loaded = await (options === false ? loading.catch(() => undefined) : loading);
  if (loaded === undefined) return;
  const { value, module, path } = loaded;
  await feedModule(path, update);
  const part = { value, options, name: `plugin \`${name}\` (\`${path}\`)`, path, ending: module["ending"] };
  if (options !== false) collected.parts.push(part);
  else {
    collected.parts = collected.parts.filter((other) => other.value !== value);
    // A preset may contain it, too: unified turns it off there.
    if (!isPreset(value)) collected.parts.push(part);
  }
}

/** Whether a plugin with this name is among the values. Names are compared, because a package may be installed twice. */
function holds(value: unknown, name: string): boolean {
  if (typeof value === "function") return value.name === name;
  if (Array.isArray(value)) return value[1] !== false && value.some((one) => holds(one, name));
  return isPreset(value) && holds(value["plugins"], name);
}
