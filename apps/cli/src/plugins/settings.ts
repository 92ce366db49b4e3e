import { CallError } from "../io.ts";

const images = ["link", "embed", "files", "none"];

/** Settings that are options of the command line, too; the renderers check the others. */
const checks: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  limit: [isSize, "a number of characters"],
  budget: [isSize, "a number of characters"],
  images: [(value) => images.some((one) => one === value), `one of ${images.join(", ")}`],
  labels: [(value) => typeof value === "object", "an object"],
};

/**
 * Check settings before transcripts are read.
 *
 * @param settings all settings of the user, merged.
 * @throws CallError if one has an invalid value.
 */
export function checkSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const [key, [isValid, expected]] of Object.entries(checks))
    if (settings[key] !== undefined && settings[key] !== null && !isValid(settings[key]))
      throw new CallError(`Unexpected setting \`${key}\`, expected ${expected}`);
}

function isSize(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}
