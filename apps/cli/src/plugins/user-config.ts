import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ccdagDetail } from "@ccdag/processor";
import type { PluggableList } from "unified";
import type { Io } from "../io.ts";
import { attach, type Part, toPluggable } from "./attach.ts";
import { addBuiltIn, type BuiltIns, isBuiltIn } from "./built-in.ts";
import { readConfig } from "./config.ts";
import { readModule } from "./hash-module.ts";
import { isPreset, loadModule } from "./load-module.ts";
import { readUse, type Use } from "./read-use.ts";
import { checkSettings } from "./settings.ts";

/** Options that every command has. */
export interface UserConfigOptions {
  /** Plugins that were named on the command line, with their options. */
  use?: readonly string[] | undefined;
  /** The path of a config; `false` for none (default: the nearest). */
  config?: string | boolean | undefined;
}

/** What a config and `--use` want: plugins and settings of the user's own. */
export interface UserConfig extends Readonly<BuiltIns> {
  /** In their order, with their settings; made anew each time. */
  readonly plugins: PluggableList;
  /** All settings together. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where renderers are looked for: the folder of the config, else the current one. */
  readonly folder: string;
  /** The plugin among them that renders. */
  readonly renderer: Part | undefined;
  /** Whether one of them says how much is told. */
  readonly hasDetail: boolean;
  /** Changes with what is used, its options, and the files that it was loaded from. */
  readonly signature: string;
}

/**
 * Find, load and try the plugins of the user, before anything is read.
 *
 * @param options as typed.
 * @param io the world.
 * @throws CallError where one is missing or broken, or a config cannot be read.
 */
export async function loadUserConfig({ use = [], config }: UserConfigOptions, io: Io): Promise<UserConfig> {
  const found = await readConfig(io.cwd, config === true ? undefined : config);
  const folder = found ? dirname(found.path) : io.cwd;
  const seen = createHash("sha256");
  const see = (text: string | Uint8Array) => void seen.update(text);
  const own: Collected = { parts: [], detail: {}, redact: undefined };
  if (found) {
    await (found.path.endsWith(".json") ? readFile(found.path).then(see) : readModule(found.path, see));
    const { plugins = [], settings } = found.config;
    for (const [at, one] of plugins.entries())
      await add(own, one, { folder, paths: folder, by: found.path, at: at + 1, see });
    // What a config says itself comes before what its presets say, as for unified.
    if (settings) own.parts.push({ value: { settings }, name: `the settings of \`${found.path}\`` });
  }
  for (const text of use) {
    const { name, options } = readUse(text);
    const one = options === undefined ? name : [name, options];
    await add(own, one, { folder, paths: io.cwd, by: undefined, at: 0, see });
  }
  const { parts, detail, redact } = own;
  const { settings, renderer } = attach(parts);
  checkSettings(settings);
  see(JSON.stringify([use, settings, detail, redact]));
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
    signature: seen.digest("hex"),
  };
}

interface Collected extends BuiltIns {
  parts: Part[];
}

interface From {
  /** Where packages are looked for. */
  folder: string;
  /** What paths are relative to. */
  paths: string;
  /** Who named it, where that was not the command line, and as which of its plugins. */
  by: string | undefined;
  at: number;
  see: (text: string | Uint8Array) => void;
}

async function add(own: Collected, one: unknown, from: From): Promise<void> {
  const use = toUse(one);
  if (use === undefined) {
    const [value, options] = Array.isArray(one) ? (one as unknown[]) : [one];
    own.parts.push({ value, options, name: `plugin ${from.at} of \`${from.by}\`` });
  } else if (isBuiltIn(use.name)) addBuiltIn(own, use, from.paths);
  else await addNamed(own, use, from);
}

/** A name, with or without options; nothing for what is a plugin itself. */
function toUse(one: unknown): Use | undefined {
  if (typeof one === "string") return { name: one };
  if (!Array.isArray(one) || typeof one[0] !== "string") return undefined;
  return one.length === 1 ? { name: one[0] } : { name: one[0], options: one[1] };
}

async function addNamed(own: Collected, { name, options }: Use, { folder, paths, by, see }: From): Promise<void> {
  const loading = loadModule({ name, kind: "plugin", prefix: "ccdag", from: folder, paths, by });
  // What is turned off need not be there.
  const loaded = await (options === false ? loading.catch(() => undefined) : loading);
  if (loaded === undefined) return;
  const { value, module, path } = loaded;
  await readModule(path, see);
  const part = { value, options, name: `plugin \`${name}\` (\`${path}\`)`, path, ending: module["ending"] };
  if (options !== false) own.parts.push(part);
  else {
    own.parts = own.parts.filter((other) => other.value !== value);
    // It may be in a preset, too.
    if (!isPreset(value)) own.parts.push(part);
  }
}

/** Whether a plugin of a name is among others, of whichever copy of its package. */
function holds(value: unknown, name: string): boolean {
  if (typeof value === "function") return value.name === name;
  if (Array.isArray(value)) return value[1] !== false && value.some((one) => holds(one, name));
  return isPreset(value) && holds(value["plugins"], name);
}
