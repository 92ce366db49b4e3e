import { type OptionRow, rendererSettings, RequestError, toJson } from "@ccdag/pipeline/tables";
import { type CommandIo, exit } from "../io.ts";
import { settingRows } from "../options.ts";
import { expectedName, type Setting } from "@ccdag/config";
import { table } from "@ccdag/report";
import { jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";

/** A setting, and where it comes from. */
interface ConfigRow {
  readonly name: string;
  /** Absent if it is not set, and only its default is described. */
  readonly value?: unknown;
  /** What happens without it; absent for settings of renderers. */
  readonly default?: string | undefined;
  readonly from: "default" | "user" | "project" | "environment";
  /** The path of the config, or the name of the variable; absent for a default. */
  readonly where?: string | undefined;
}

/** Options of `ccdag config`. */
export interface ConfigOptions {
  /** Whether JSON is printed (default: `false`). */
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "config",
  rank: 260,
  purpose: "setup",
  description: "print settings, and where each comes from: a config, a variable or the default",
  arguments: [["[name]", "a setting, to print its value alone"]],
  options: [jsonOption],
  example: "config limit",
  isUntrusted: true,
  hasNoSessions: true,
  run: ([name], options, io) => runConfig(name, options, io),
};

/** `ccdag config`: prints settings and where each comes from, and which configs were found. */
async function runConfig(name: string | undefined, { json = false }: ConfigOptions, io: CommandIo): Promise<number> {
  const rows = rowsOf(givenTo(io));
  const print = (value: unknown) => io.stdout(toJson(value, 1, (_, one) => (one === Infinity ? "none" : one)));
  if (name === undefined) {
    await (json ? print({ settings: rows, files: filesOf(io) }) : io.stdout(format(rows, io)));
    return exit.done;
  }
  const row = rows.find((one) => one.name === name) ?? unset(name);
  await (json ? print(row) : io.stdout(`${valueOf(row)}\n`));
  return exit.done;
}

/** The settings that are in effect: those of redaction add up, and a config cannot switch it off. */
function givenTo({ config }: CommandIo): Setting[] {
  const { given = [], redact } = config ?? {};
  if (redact === undefined) return [...given];
  const kept = given.filter(({ name, value }) => name !== "redact" || value !== false);
  const [first] = kept.filter(({ name }) => name === "redact" || name === "redactExtra" || name === "keepImages");
  // Each of the three switches it on.
  if (first && !kept.some(({ name }) => name === "redact")) kept.push({ ...first, name: "redact", value: true });
  return kept.map((setting) => {
    if (setting.name === "redactExtra") return { ...setting, value: redact.extra };
    return setting.name === "keepImages" ? { ...setting, value: redact.keepImages ?? false } : setting;
  });
}

function rowsOf(given: readonly Setting[]): ConfigRow[] {
  // The last one is the strongest.
  const strongest = new Map(given.map((setting) => [setting.name, setting]));
  const options = settingRows().map((row) => {
    const setting = strongest.get(row.name);
    strongest.delete(row.name);
    return setting === undefined ? defaultOf(row) : { ...rowOf(setting), default: usual(row) };
  });
  return [...options, ...[...strongest.values()].map(rowOf)];
}

function rowOf({ name, value, origin }: Setting): ConfigRow {
  return { name, value, from: origin.kind, where: origin.where };
}

function defaultOf(row: OptionRow): ConfigRow {
  return { name: row.name, default: usual(row), from: "default" };
}

/** The default in words. */
function usual(row: OptionRow): string {
  return row.default ?? (/</.test(row.flags) ? "not set" : "off");
}

/** A setting of a renderer that nobody has set. */
function unset(name: string): ConfigRow {
  if (rendererSettings.includes(name)) return { name, from: "default" };
  const known = [...settingRows().map((row) => row.name), ...rendererSettings];
  const expected = expectedName(name, known, "a name that `ccdag config` lists");
  throw new RequestError(`Unexpected setting \`${name}\`, ${expected}`);
}

function filesOf({ config }: CommandIo): object[] {
  return [
    ...(config?.files ?? []).map(({ kind, where }) => ({ path: where, kind, used: true })),
    ...(config?.skipped ?? []).map(({ path, reason }) => ({ path, used: false, reason })),
  ];
}

function format(rows: readonly ConfigRow[], { config }: CommandIo): string {
  const cells = rows.map((row) => [row.name, valueOf(row), row.where ?? row.from]);
  const used = (config?.files ?? []).map(({ kind, where }) => [where, kind === "user" ? "used, user-wide" : "used"]);
  const skipped = (config?.skipped ?? []).map(({ path, reason }) => [path, `skipped: ${reason}`]);
  const files = [...used, ...skipped];
  const list = files.length === 0 ? "No config file was found.\n" : table([["CONFIG FILE", ""], ...files]);
  return `${table([["SETTING", "VALUE", "FROM"], ...cells])}\n${list}`;
}

/** A value on one line. */
function valueOf(row: ConfigRow): string {
  if (!("value" in row)) return row.default ?? "";
  const { value } = row;
  if (typeof value === "string") return value;
  if (value === Infinity) return "none";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return JSON.stringify(value) ?? typeof value;
}
