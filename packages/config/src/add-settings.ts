import { labelNames } from "@ccdag/pipeline";
import { isObjectSetting, type OptionInConfig, rendererSettings, RequestError } from "@ccdag/pipeline/tables";
import type { ConfigIo } from "./config-io.ts";
import { expectedName } from "./nearest.ts";
import { readSetting } from "./read-setting.ts";
import type { Setting, SettingOrigin } from "./setting.ts";
import { variablesOf } from "./setting-variables.ts";
import { addBuiltIn, type BuiltIns } from "./built-in.ts";
import type { Collected } from "./collect.ts";

/**
 * Add the `settings` of a config. Each overrides the one of that name that was added before, whatever both hold.
 *
 * @param collected what was collected until now; it is changed.
 * @param given the settings.
 * @param origin the config.
 * @throws RequestError if a value does not fit.
 */
export function addSettings(
  collected: Collected,
  given: Readonly<Record<string, unknown>>,
  origin: SettingOrigin,
): void {
  const rows = new Map(collected.rows.map((row) => [row.name, row]));
  const forRenderers: Record<string, unknown> = {};
  for (const [name, raw] of Object.entries(given)) {
    if (raw === undefined || raw === null) continue;
    const row = rows.get(name);
    if (isObjectSetting(name) && typeof raw !== "object")
      throw new RequestError(`Unexpected setting \`${name}\` in \`${origin.where}\`, expected an object`);
    if (name === "labels") assertLabels(raw, origin);
    // What only a config in JavaScript can hold is for the renderer: a highlighter, a list of prices.
    const isRenderers = row === undefined || (row.inConfig?.isOpen === true && typeof raw !== "string");
    const value = isRenderers ? raw : readSetting(row, raw, origin);
    const setting = { name, value, origin };
    collected.settings.push(setting);
    const user = isRenderers ? "renderer" : (row.inConfig?.usedBy ?? (row.stage === "render" ? "renderer" : "command"));
    // A renderer alone cannot make separate documents.
    if (user !== "command") forRenderers[name] = value === "separate" ? undefined : value;
    const plugin = row?.inConfig?.plugin;
    if (plugin !== undefined) addToPlugin(collected, plugin, setting);
    else if (user !== "renderer") collected.options.set(name, setting);
  }
  addToRenderers(collected, forRenderers, origin);
}

/** Refuse a label that no document has: it would be ignored. */
function assertLabels(labels: object, { where }: SettingOrigin): void {
  const names = Object.entries(labels).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !labelNames.includes(name)
      ? Object.keys(value).map((row) => `${name}.${row}`)
      : name,
  );
  const unknown = names.find((name) => !labelNames.includes(name));
  if (unknown !== undefined)
    throw new RequestError(`Unexpected label \`${unknown}\` in \`${where}\`, ${expectedName(unknown, labelNames)}`);
}

/** Add the settings in environment variables. */
export function addVariables(collected: Collected, { env, cwd }: Pick<ConfigIo, "env" | "cwd">): void {
  for (const { option, name, text } of variablesOf(collected.rows, env))
    addSettings(collected, { [option]: text }, { kind: "environment", where: name, folder: cwd });
}

/**
 * Check that all settings are known: to the program, to the renderers, or to a plugin.
 *
 * @throws RequestError for the first that is not, with the known name that it is nearest to.
 */
export function assertKnown({ rows, settings, declared }: Pick<Collected, "rows" | "settings" | "declared">): void {
  const known = [...new Set([...rows.map(({ name }) => name), ...rendererSettings, ...declared])];
  const unknown = settings.find(({ name }) => !known.includes(name));
  if (unknown === undefined) return;
  const { name, origin } = unknown;
  throw new RequestError(`Unexpected setting \`${name}\` in \`${origin.where}\`, ${expectedName(name, known)}`);
}

function addToRenderers(collected: Collected, settings: Record<string, unknown>, { kind, where }: SettingOrigin): void {
  if (Object.keys(settings).length === 0) return;
  for (const part of collected.parts) {
    // unified would merge objects and lists.
    if (part.isSettings) for (const name of Object.keys(settings)) delete settingsOf(part.value)[name];
  }
  // Settings of a config override those of its presets, as in unified.
  const name = kind === "environment" ? `\`${where}\`` : `the settings of \`${where}\``;
  collected.parts.push({ value: { settings }, name, isSettings: true });
}

function settingsOf(value: unknown): Record<string, unknown> {
  return (value as { settings: Record<string, unknown> }).settings;
}

/** Give a setting to the built-in plugin that has it as an option. */
function addToPlugin(
  collected: Collected,
  [name, option]: NonNullable<OptionInConfig["plugin"]>,
  { value, origin }: Setting,
): void {
  const use = (options: unknown) => addBuiltIn(collected, { name, options }, origin.folder);
  if (option === undefined) {
    // A config cannot switch redaction off: only the user can.
    if (value === true || origin.kind === "environment") use(value);
  }
  // What is off is no reason to redact.
  else if (name !== "redact" || value !== false || collected.redact !== undefined) use({ [option]: value });
}

/**
 * The redaction of both configs: that of a project adds to that of the user, and takes nothing away.
 *
 * @param user the redaction of the user-wide config.
 * @param both the redaction after the config of the project.
 */
export function joinRedaction(user: BuiltIns["redact"], both: BuiltIns["redact"]): BuiltIns["redact"] {
  if (user === undefined) return both;
  const keepImages = user.keepImages === true && both?.keepImages !== false;
  return { extra: [...new Set([...user.extra, ...(both?.extra ?? [])])], keepImages };
}
