import { resolve } from "node:path";
import { details, type DetailOptions } from "@ccdag/processor";
import { RequestError } from "@ccdag/pipeline/tables";
import { isRecord } from "./read-config.ts";
import type { Use } from "./read-use.ts";

/** Options of `redact` in a config. */
interface ConfiguredRedaction {
  /** Paths of files with texts and patterns that are redacted, too. */
  readonly extra: readonly string[];
  readonly keepImages?: boolean | undefined;
}

/** Options of the built-in plugins, which are options of the command line, too. Their order in a config has no effect. */
export interface BuiltIns {
  /** How much is shown, unless the command line sets it. */
  detail: DetailOptions;
  /** Options of `redact`; absent if it is not used: the command line and the format then decide. */
  redact: ConfiguredRedaction | undefined;
}

const isBoolean = (value: unknown) => typeof value === "boolean";
const isText = (value: unknown) => typeof value === "string" && value !== "";

/** The options of each plugin: an unknown one is an error, so that a misspelt option does not disclose anything. */
const optionChecks: Readonly<
  Record<keyof BuiltIns, Readonly<Record<string, readonly [(value: unknown) => boolean, string]>>>
> = {
  detail: {
    detail: [(value) => details.some((one) => one === value), `one of ${details.join(", ")}`],
    thinking: [isBoolean, "true or false"],
    tools: [(value) => Array.isArray(value) && value.every(isText), "a list of names"],
  },
  redact: {
    extra: [(value) => isText(value) || (Array.isArray(value) && value.every(isText)), "a file, or a list of files"],
    keepImages: [isBoolean, "true or false"],
  },
};

/** Whether a name is that of a built-in plugin. */
export function isBuiltIn(name: string): name is keyof BuiltIns {
  return Object.hasOwn(optionChecks, name);
}

/**
 * Add the options of a built-in plugin; `false` resets it.
 *
 * @param collected the options until now; they are changed.
 * @param use the plugin and its options.
 * @param paths the folder that paths are relative to.
 * @throws RequestError if the plugin does not have such an option, or the value does not fit.
 */
export function addBuiltIn(collected: BuiltIns, { name, options }: Use, paths: string): void {
  if (!isBuiltIn(name)) return;
  if (options === false) {
    if (name === "detail") collected.detail = {};
    else collected.redact = undefined;
    return;
  }
  const given = options === true || options === undefined || options === null ? {} : options;
  if (!isRecord(given)) throw new RequestError(`Unexpected options of \`${name}\`, expected an object, true or false`);
  for (const [key, value] of Object.entries(given)) {
    const [isValid, expected] = Object.hasOwn(optionChecks[name], key) ? optionChecks[name][key]! : [];
    if (isValid === undefined)
      throw new RequestError(
        `Unexpected option \`${key}\` of \`${name}\`, expected ${Object.keys(optionChecks[name]).join(", ")}`,
      );
    if (!isValid(value)) throw new RequestError(`Unexpected \`${key}\` of \`${name}\`, expected ${expected}`);
  }
  if (name === "detail") collected.detail = { ...collected.detail, ...given };
  else {
    const { extra = [], ...rest } = given as { extra?: string | string[]; keepImages?: boolean };
    // Lists add up, as on the command line.
    const files = [...(collected.redact?.extra ?? []), ...[extra].flat().map((path) => resolve(paths, path))];
    collected.redact = { ...collected.redact, ...rest, extra: files };
  }
}
