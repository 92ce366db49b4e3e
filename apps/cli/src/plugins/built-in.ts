import { resolve } from "node:path";
import { details, type DetailOptions } from "@ccdag/processor";
import { CallError } from "../io.ts";
import { isRecord } from "./config.ts";
import type { Use } from "./read-use.ts";

/** Options of `redact` in a config. */
interface OwnRedaction {
  /** Files of words and patterns that are taken out, too. */
  readonly extra: readonly string[];
  readonly keepImages?: boolean | undefined;
}

/** What the plugins want that are options of the command line, too: they have one place in the order. */
export interface BuiltIns {
  /** How much is told, unless the command line says it. */
  detail: DetailOptions;
  /** What `redact` was given; nothing where it was not asked for, which leaves it to the command line and the format. */
  redact: OwnRedaction | undefined;
}

const isBoolean = (value: unknown) => typeof value === "boolean";
const isText = (value: unknown) => typeof value === "string" && value !== "";

/** What each of them takes: what a misspelt option would have taken out is not told for want of a letter. */
const takes: Readonly<
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

/** Whether a name is ccdag's own. */
export function isBuiltIn(name: string): name is keyof BuiltIns {
  return Object.hasOwn(takes, name);
}

/**
 * Add what was given to a plugin of ccdag's own; `false` takes back what was there.
 *
 * @param own what was wanted so far.
 * @param use the plugin, and what it was given.
 * @param paths the folder that files are relative to.
 * @throws CallError where it does not take that.
 */
export function addBuiltIn(own: BuiltIns, { name, options }: Use, paths: string): void {
  if (!isBuiltIn(name)) return;
  if (options === false) {
    if (name === "detail") own.detail = {};
    else own.redact = undefined;
    return;
  }
  const given = options === true || options === undefined || options === null ? {} : options;
  if (!isRecord(given)) throw new CallError(`Unexpected options of \`${name}\`, expected an object, true or false`);
  for (const [key, value] of Object.entries(given)) {
    const [isRight, expected] = Object.hasOwn(takes[name], key) ? takes[name][key]! : [];
    if (isRight === undefined)
      throw new CallError(
        `Unexpected option \`${key}\` of \`${name}\`, expected ${Object.keys(takes[name]).join(", ")}`,
      );
    if (!isRight(value)) throw new CallError(`Unexpected \`${key}\` of \`${name}\`, expected ${expected}`);
  }
  if (name === "detail") own.detail = { ...own.detail, ...given };
  else {
    const { extra = [], ...rest } = given as { extra?: string | string[]; keepImages?: boolean };
    // What is to be taken out adds up, as it does on the command line.
    const files = [...(own.redact?.extra ?? []), ...[extra].flat().map((path) => resolve(paths, path))];
    own.redact = { ...own.redact, ...rest, extra: files };
  }
}
