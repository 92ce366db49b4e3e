import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { findFormat } from "@ccdag/pipeline";
import { ccdagDetail } from "@ccdag/processor";
import type { PluggableList } from "unified";
import type { ConfigIo } from "./config-io.ts";
import type { Setting, SettingOrigin } from "./setting.ts";
import { addSettings, addVariables, assertKnown, joinRedaction } from "./add-settings.ts";
import { attach, type UserPlugin, toPluggable } from "./attach.ts";
import type { BuiltIns } from "./built-in.ts";
import { addPlugin, type Collected, declare } from "./collect.ts";
import type { FoundConfig } from "./read-config.ts";
import { findConfigs, type SkippedConfig } from "./find-config.ts";
import { feedModule } from "./read-module.ts";
import { isPreset, loadModule } from "./load-module.ts";
import { readUse } from "./read-use.ts";
import { checkSettings } from "./check-settings.ts";

/** Options that every command has. */
export interface UserConfigOptions {
  /** Plugins that were named on the command line, with their options. */
  use?: readonly string[] | undefined;
  /** The path of a config; `false` for none (default: the nearest one). */
  config?: string | boolean | undefined;
  /** Whether only failures are printed (default: `false`). */
  quiet?: boolean | undefined;
  /** The format, as typed: a renderer plugin may have settings of its own. */
  to?: string | undefined;
  /** Whether a config of the project is used only if it was named (default: `false`). */
  isUserOnly?: boolean | undefined;
}

/** The plugins and settings of configs, variables and `--use`. */
export interface UserConfig extends Readonly<BuiltIns> {
  /** The plugins in their order, with their settings; a new list at each access. */
  readonly plugins: PluggableList;
  /** All settings of renderers, merged. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder that renderers are resolved from: that of the config of the project, else the current one. */
  readonly folder: string;
  /** The plugin among them that renders. */
  readonly renderer: UserPlugin | undefined;
  /** Whether one of the plugins sets how much is shown. */
  readonly hasDetail: boolean;
  /** Options of commands that were set, and not typed, by name. */
  readonly options: ReadonlyMap<string, Setting>;
  /** All that was set, the weakest first. */
  readonly given: readonly Setting[];
  /** The configs that are used, the user-wide one first. */
  readonly files: readonly SettingOrigin[];
  /** The configs that were found, and are not used. */
  readonly skipped: readonly SkippedConfig[];
  /** A hash of the plugins, their options, and the files that they were loaded from. */
  readonly signature: string;
}

/**
 * Find, load and test the plugins of the user, before transcripts are read.
 *
 * @param options as typed.
 * @param io the environment of the run.
 * @throws RequestError if a plugin is missing or broken, or a config cannot be read.
 */
export async function loadUserConfig(
  { use = [], config, quiet, to, isUserOnly }: UserConfigOptions,
  io: ConfigIo,
): Promise<UserConfig> {
  const named = config === true ? undefined : config;
  const { user, project, skipped } = await findConfigs({ given: named, quiet, isUserOnly }, io);
  const folder = project ? dirname(project.path) : io.cwd;
  const hash = createHash("sha256");
  const update = (text: string | Uint8Array) => void hash.update(text);
  const collected: Collected = {
    rows: io.settings,
    parts: [],
    detail: {},
    redact: undefined,
    settings: [],
    options: new Map(),
    declared: new Set(),
  };
  const files: SettingOrigin[] = [];
  if (user) files.push(await addConfig(collected, user, "user", update));
  const { redact: redactionOfUser } = collected;
  if (project) files.push(await addConfig(collected, project, "project", update));
  collected.redact = joinRedaction(redactionOfUser, collected.redact);
  addVariables(collected, io);
  for (const text of use) {
    const { name, options } = readUse(text);
    const one = options === undefined ? name : [name, options];
    await addPlugin(collected, one, { folder, paths: io.cwd, update });
  }
  await declareRenderer(collected, to, folder, io);
  assertKnown(collected);
  const { parts, detail, redact, options, settings: given } = collected;
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
    options,
    given,
    files,
    skipped,
    signature: hash.digest("hex"),
  };
}

async function addConfig(
  collected: Collected,
  { path, config, ignored = [] }: FoundConfig,
  kind: "user" | "project",
  update: (text: string | Uint8Array) => void,
): Promise<SettingOrigin> {
  const folder = dirname(path);
  const by = { kind, where: path, folder };
  const { plugins = [], settings = {} } = config;
  if (path.endsWith(".json")) update(JSON.stringify([plugins, settings]));
  else await feedModule(path, update);
  for (const [at, one] of plugins.entries())
    await addPlugin(collected, one, { folder, paths: folder, by, at: at + 1, update });
  const used = Object.entries(settings).filter(([name]) => !ignored.includes(name));
  addSettings(collected, Object.fromEntries(used), by);
  return by;
}

/** Note the settings of the renderer plugin that is used, if there are settings that nobody knows. */
async function declareRenderer(
  collected: Collected,
  typed: string | undefined,
  folder: string,
  io: ConfigIo,
): Promise<void> {
  const set = collected.options.get("to");
  const text = typed ?? (set?.value as string | undefined);
  if (text === undefined) return;
  try {
    assertKnown(collected);
  } catch {
    const { name } = readUse(text);
    if (findFormat(name) !== undefined) return;
    const { origin } = typed === undefined ? set! : { origin: { folder: io.cwd } };
    const wanted = { name, kind: "renderer", prefix: "ccdag-render", from: folder, paths: origin.folder } as const;
    const loaded = await loadModule(wanted).catch(() => undefined);
    if (loaded) declare(collected, loaded.value, loaded.module);
  }
}

/** Whether a plugin with this name is among the values. Names are compared, because a package may be installed twice. */
function holds(value: unknown, name: string): boolean {
  if (typeof value === "function") return value.name === name;
  if (Array.isArray(value)) return value[1] !== false && value.some((one) => holds(one, name));
  return isPreset(value) && holds(value["plugins"], name);
}
