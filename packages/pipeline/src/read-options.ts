import { RequestError } from "./request-error.ts";
import type { Format } from "./formats.ts";
import { type GivenOptions, longFlagOf, type OptionRow } from "./option-row.ts";
import { exportOptions } from "./export-options.ts";
import type { ExportOptions } from "./request.ts";

/**
 * Check and parse the options of an export.
 *
 * @param given the options as typed or chosen; names that are not in the table are ignored.
 * @param format the format of the export.
 * @throws RequestError if an option cannot be parsed, or does not fit the format or another option.
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

/** Keep the options that fit the format and one another, and omit those that {@link readOptions} would reject. */
export function fittingOptions(given: GivenOptions, format: Format): GivenOptions {
  const fits = exportOptions.filter((row) => reasonAgainst(row, given[row.name], given, format) === undefined);
  return Object.fromEntries(fits.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** Whether a format supports an option, by its name. */
export function isFitting(name: string, format: Format): boolean {
  const row = exportOptions.find((one) => one.name === name);
  return row !== undefined && row.unfit?.(format) === undefined;
}

/** The options that are passed to the renderer: those of the stage `render`. */
export function rendererOptions(options: ExportOptions): Readonly<Record<string, unknown>> {
  const rows = exportOptions.filter(({ stage }) => stage === "render");
  return Object.fromEntries(rows.map(({ name }) => [name, options[name]]));
}

function reasonAgainst(row: OptionRow, value: unknown, given: GivenOptions, format: Format): string | undefined {
  if (value === undefined) return undefined;
  const reason = value === false ? undefined : row.unfit?.(format, value);
  if (reason !== undefined) return `Unexpected ${longFlagOf(row)} for ${format.name}, ${reason}`;
  return row.conflict?.(value, given);
}
