import type { Format } from "./formats.ts";
import type { OptionRow } from "./option-row.ts";
import { exportOptions } from "./options.ts";
import { type ExportOptions, RequestError } from "./request.ts";

/** Options as typed or chosen, by their names: texts and booleans, or values that were read before. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/**
 * Read the options of an export.
 *
 * @param given what was typed or chosen; what the table does not hold is omitted.
 * @param format the format that they are for.
 * @throws RequestError for an option that does not fit the format or another option, or that cannot be read.
 */
export function readOptions(given: GivenOptions, format: Format): ExportOptions {
  const options: Record<string, unknown> = {};
  for (const row of exportOptions) {
    const value = given[row.name];
    if (value === undefined) continue;
    const reason = reasonAgainst(row, value, given, format);
    if (reason !== undefined) throw new RequestError(reason);
    options[row.name] = row.read && typeof value === "string" ? row.read(value) : value;
  }
  return options;
}

/** The options that fit a format and one another: those that {@link readOptions} would refuse are omitted. */
export function fittingOptions(given: GivenOptions, format: Format): GivenOptions {
  const fits = exportOptions.filter((row) => reasonAgainst(row, given[row.name], given, format) === undefined);
  return Object.fromEntries(fits.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** Whether the form of a format has an option. */
export function isFitting(name: string, format: Format): boolean {
  const row = exportOptions.find((one) => one.name === name);
  return row !== undefined && row.unfit?.(format) === undefined;
}

/** The options that the renderer gets. */
export function rendererOptions(options: ExportOptions): Readonly<Record<string, unknown>> {
  const rows = exportOptions.filter(({ stage }) => stage === "render");
  return Object.fromEntries(rows.map(({ name }) => [name, options[name]]));
}

function reasonAgainst(row: OptionRow, value: unknown, given: GivenOptions, format: Format): string | undefined {
  if (value === undefined || value === false) return undefined;
  const flag = /--[\w-]+/.exec(row.flags)![0];
  const isUsual = row.choices !== undefined && value === row.default;
  const reason = isUsual && row.name !== "agents" ? undefined : row.unfit?.(format);
  if (reason !== undefined) return `Unexpected ${flag} for ${format.name}, ${reason}`;
  const { order = "session-tree" } = given;
  if (row.name === "agents" && order !== "session-tree" && value !== "inline")
    return "Unexpected --agents with --order: in one stream agents have no other place";
  return undefined;
}
