import { exportOptions, isObjectSetting, type OptionRow, RequestError } from "@ccdag/pipeline/tables";

/**
 * Check settings before transcripts are read: those that are options of the command line, too. The renderers check the
 * others.
 *
 * @param settings all settings of the user, merged.
 * @throws RequestError if one has an invalid value.
 */
export function checkSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const row of exportOptions) {
    const value = settings[row.name] ?? undefined;
    const expected = row.stage === "render" && value !== undefined ? expectedOf(row, value) : undefined;
    if (expected !== undefined) throw new RequestError(`Unexpected setting \`${row.name}\`, expected ${expected}`);
  }
  for (const [name, value] of Object.entries(settings))
    if (isObjectSetting(name) && value !== undefined && typeof value !== "object")
      throw new RequestError(`Unexpected setting \`${name}\`, expected an object`);
}

/** What is expected of a setting; absent if its value is valid. */
function expectedOf({ choices, read }: OptionRow, value: unknown): string | undefined {
  if (choices) {
    const names = Object.keys(choices);
    return names.some((name) => name === value) ? undefined : `one of ${names.join(", ")}`;
  }
  if (read) return typeof value === "number" && value > 0 ? undefined : "a number of characters";
  return undefined;
}
