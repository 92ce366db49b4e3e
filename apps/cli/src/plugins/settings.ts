import { CallError } from "../io.ts";

const images = ["link", "embed", "files", "none"];

/** Settings that the command line has options for; what others mean is for the renderers to say. */
const checks: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  limit: [isSize, "a number of characters"],
  budget: [isSize, "a number of characters"],
  images: [(value) => images.some((one) => one === value), `one of ${images.join(", ")}`],
  labels: [(value) => typeof value === "object", "an object"],
};

/**
 * Look at settings before anything is read.
 *
 * @throws CallError where one cannot be meant.
 */
export function checkSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const [key, [isRight, expected]] of Object.entries(checks))
    if (settings[key] !== undefined && settings[key] !== null && !isRight(settings[key]))
      throw new CallError(`Unexpected setting \`${key}\`, expected ${expected}`);
}

function isSize(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}
