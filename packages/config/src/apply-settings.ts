import {
  findFormat,
  fittingOptions,
  type Format,
  formatOfEnding,
  type GivenOptions,
  type OptionRow,
} from "@ccdag/pipeline/tables";
import type { ConfigIo } from "./config-io.ts";
import { locate } from "./load-module.ts";
import { readUse } from "./read-use.ts";
import type { UserConfig } from "./load-user-config.ts";
import type { Setting } from "./setting.ts";

/** A command, and the options that it has. */
export interface CommandOptions {
  readonly name: string;
  readonly rows: readonly OptionRow[];
}

/** The options of a command: those that were typed, and settings for the others. */
export interface AppliedOptions {
  readonly options: GivenOptions;
  /** The settings among them. */
  readonly applied: readonly Setting[];
}

/**
 * Complete the options of a command with settings. A setting is a default: one that the command does not have, or that does
 * not fit what was typed, is ignored.
 *
 * @param command the command.
 * @param typed the options as typed.
 * @param config the settings.
 * @param io the environment of the run.
 * @throws RequestError if a plugin that a setting names is not found.
 */
export async function applySettings(
  { name: command, rows }: CommandOptions,
  typed: GivenOptions,
  config: Pick<UserConfig, "options" | "renderer">,
  io: Pick<ConfigIo, "cwd">,
): Promise<AppliedOptions> {
  const candidates = rows.flatMap(({ name, isSetting, off }) => {
    const setting = isSetting && typed[name] === undefined ? config.options.get(name) : undefined;
    if (setting === undefined || (setting.value === false && off === undefined)) return [];
    return isMeant(name, command, typed, config) ? [setting] : [];
  });
  const applied: Setting[] = [];
  let options = typed;
  for (const setting of candidates) {
    const { name, value } = await withModules(setting, io);
    const more = { ...options, [name]: value };
    if (command === "export" && !isFitting(name, rows, options, more, config.renderer !== undefined)) continue;
    options = more;
    applied.push(setting);
  }
  return { options, applied };
}

/** Whether a setting means something beside what was typed. */
function isMeant(
  name: string,
  command: string,
  typed: GivenOptions,
  config: Pick<UserConfig, "options" | "renderer">,
): boolean {
  switch (name) {
    case "quiet":
      return typed["verbose"] !== true;
    // A file of prices that is typed shows cost; one that is set is for cost that is shown.
    case "prices":
      return (
        (typed["cost"] ??
          config.options.get("cost")?.value ??
          ["usage", "agents", "ls", "pick", "site", "serve"].includes(command)) === true
      );
    case "to":
      return isStrongest(config) && isOfEnding(typed, config);
    default:
      return true;
  }
}

/** What names a plugin, the weakest first; the command line last. */
const strength = ["user", "project", "environment", undefined];

/** Whether no renderer among the plugins was named by something stronger than the setting of the format. */
function isStrongest({ renderer, options }: Pick<UserConfig, "options" | "renderer">): boolean {
  const { kind } = options.get("to")!.origin;
  return renderer === undefined || strength.indexOf(renderer.by) <= strength.indexOf(kind);
}

/** Whether the format of a setting is one for the ending of the output. */
function isOfEnding({ output }: GivenOptions, { options }: Pick<UserConfig, "options">): boolean {
  const expected = endingFormat(output);
  return expected === undefined || findFormat(String(options.get("to")?.value))?.ending === expected.ending;
}

function endingFormat(output: unknown): Format | undefined {
  const ending = typeof output === "string" ? /\.[a-z]+$/i.exec(output)?.[0] : undefined;
  const name = ending === undefined ? undefined : formatOfEnding(ending);
  return name === undefined ? undefined : findFormat(name);
}

/** Whether an option fits the format, the output and the options before it, and leaves these fitting. */
function isFitting(
  name: string,
  rows: readonly OptionRow[],
  before: GivenOptions,
  after: GivenOptions,
  hasRenderer: boolean,
): boolean {
  const { output } = before;
  const isFolder = typeof output === "string" && /[/\\]$/.test(output);
  // Threads are for a folder of documents.
  if (name === "jobs") return isFolder && formatOf(after, hasRenderer).isTable !== true;
  if (after[name] === "separate") {
    if (name === "branches" && !isFolder) return false;
    if (name === "agents" && (output === undefined || output === "-")) return false;
  }
  const format = formatOf(after, hasRenderer);
  const fitting = fittingOptions(after, format);
  const isLeft = Object.keys(fittingOptions(before, format)).every((one) => one in fitting);
  return isLeft && (name in fitting || !isOfExport(name, rows));
}

function isOfExport(name: string, rows: readonly OptionRow[]): boolean {
  return rows.some((row) => row.name === name && (row.stage ?? row.unfit) !== undefined);
}

/** The properties of the format of an export; of a plugin, the ending is not known before it is loaded. */
function formatOf({ to, output }: GivenOptions, hasRenderer: boolean): Format {
  const name = typeof to === "string" ? nameOf(to) : undefined;
  const plugin = { name: name ?? "plugin", ending: ".txt" };
  if (name !== undefined) return findFormat(name) ?? plugin;
  return endingFormat(output) ?? (hasRenderer ? plugin : findFormat("markdown")!);
}

/** The name before the options; what cannot be read is reported when it is used. */
function nameOf(text: string): string {
  try {
    return readUse(text, "to").name;
  } catch {
    return text;
  }
}

/** A setting whose plugins are named by their paths, as found from the folder of the config. */
async function withModules(setting: Setting, { cwd }: Pick<ConfigIo, "cwd">): Promise<Setting> {
  const { name, value, origin } = setting;
  if (origin.kind === "environment" && origin.folder === cwd) return setting;
  if (name === "remark")
    return { ...setting, value: await Promise.all((value as string[]).map((one) => toPath(one, "remark", setting))) };
  const isPlugin = name === "to" && findFormat(nameOf(value as string)) === undefined;
  return isPlugin ? { ...setting, value: await toPath(value as string, "ccdag-render", setting) } : setting;
}

async function toPath(text: string, prefix: "remark" | "ccdag-render", { origin }: Setting): Promise<string> {
  const { name } = readUse(text);
  const kind = prefix === "remark" ? "plugin" : "renderer";
  const path = await locate({ name, kind, prefix, from: origin.folder, paths: origin.folder, by: origin.where });
  return path + text.trim().slice(name.length);
}
