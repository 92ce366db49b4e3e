import type { OptionRow } from "@ccdag/pipeline/tables";
import type { Setting, SettingOrigin } from "./setting.ts";
import type { UserPlugin } from "./attach.ts";
import { addBuiltIn, type BuiltIns, isBuiltIn } from "./built-in.ts";
import { isRecord } from "./read-config.ts";
import { feedModule } from "./read-module.ts";
import { isPreset, loadModule } from "./load-module.ts";
import type { Use } from "./read-use.ts";

/** The plugins and settings of configs, variables and `--use`, while they are collected: the weakest first. */
export interface Collected extends BuiltIns {
  /** The options that can be set. */
  readonly rows: readonly OptionRow[];
  parts: UserPlugin[];
  /** Every setting, for `ccdag config`. */
  readonly settings: Setting[];
  /** Settings that are options of commands, by name. */
  readonly options: Map<string, Setting>;
  /** The names of settings that plugins declare. */
  readonly declared: Set<string>;
}

/** What names a plugin, and where it is looked for. */
export interface From {
  /** The folder that packages are resolved from. */
  readonly folder: string;
  /** The folder that paths are relative to. */
  readonly paths: string;
  /** The config that names the plugin; absent for the command line. */
  readonly by?: SettingOrigin | undefined;
  /** The position of the plugin in the config, counted from 1 (default: none). */
  readonly at?: number | undefined;
  /** Adds a text to the signature. */
  readonly update: (text: string | Uint8Array) => void;
}

/**
 * Add a plugin to what was collected.
 *
 * @param collected what was collected until now; it is changed.
 * @param one the plugin: its name, its name with options, or itself.
 * @param from what names it.
 * @throws RequestError if it cannot be loaded.
 */
export async function addPlugin(collected: Collected, one: unknown, from: From): Promise<void> {
  const use = toUse(one);
  if (use === undefined) {
    const [value, options] = Array.isArray(one) ? (one as unknown[]) : [one];
    declare(collected, value, undefined);
    const name = `plugin ${from.at} of \`${from.by?.where}\``;
    collected.parts.push({ value, options, name, by: from.by?.kind });
  } else if (isBuiltIn(use.name)) {
    addBuiltIn(collected, use, from.paths);
    for (const setting of from.by ? settingsOf(use, from.by) : []) collected.settings.push(setting);
  } else await addNamed(collected, use, from);
}

/** A plugin that is named, with or without options; absent for a plugin itself. */
function toUse(one: unknown): Use | undefined {
  if (typeof one === "string") return { name: one };
  if (!Array.isArray(one) || typeof one[0] !== "string") return undefined;
  return one.length === 1 ? { name: one[0] } : { name: one[0], options: one[1] };
}

/** The options of a built-in plugin are settings, too. */
function settingsOf({ name, options }: Use, origin: SettingOrigin): Setting[] {
  const given = isRecord(options) ? options : {};
  const { extra, ...rest } = given;
  const of = (values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).map(([key, value]) => ({ name: key, value, origin }));
  if (name === "detail") return of(given);
  return of({ redact: options !== false, ...(extra === undefined ? {} : { redactExtra: extra }), ...rest });
}

async function addNamed(collected: Collected, { name, options }: Use, from: From): Promise<void> {
  const { folder, paths, by, update } = from;
  const loading = loadModule({ name, kind: "plugin", prefix: "ccdag", from: folder, paths, by: by?.where });
  // A plugin that is turned off need not be installed.
  const loaded = await (options === false ? loading.catch(() => undefined) : loading);
  if (loaded === undefined) return;
  const { value, module, path } = loaded;
  await feedModule(path, update);
  declare(collected, value, module);
  const label = `plugin \`${name}\` (\`${path}\`)`;
  const part = { value, options, name: label, path, ending: module["ending"], by: by?.kind };
  if (options !== false) collected.parts.push(part);
  else {
    collected.parts = collected.parts.filter((other) => other.value !== value);
    // A preset may contain it, too: unified turns it off there.
    if (!isPreset(value)) collected.parts.push(part);
  }
}

/**
 * Note the settings that a plugin has: those that its module exports as `settings`, that the plugin itself lists in a
 * property of that name, or that a preset sets.
 */
export function declare({ declared }: Pick<Collected, "declared">, value: unknown, module: unknown): void {
  for (const holder of [module, value]) {
    const names = isRecord(holder) || typeof holder === "function" ? (holder as { settings?: unknown }).settings : [];
    for (const name of Array.isArray(names) ? names : isRecord(names) ? Object.keys(names) : [])
      if (typeof name === "string") declared.add(name);
  }
}
