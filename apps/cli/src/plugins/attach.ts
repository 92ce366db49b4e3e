import { ccdag } from "@ccdag/processor";
import type { Pluggable, Preset } from "unified";
import { VFile } from "vfile";
import { CallError } from "../io.ts";
import { isRecord } from "./config.ts";
import { isPreset } from "./load-module.ts";
import { whereOf } from "@ccdag/pipeline";

/** A plugin or a preset of the user, ready to be used. */
export interface Part {
  readonly value: unknown;
  readonly options?: unknown;
  /** What it is called in messages. */
  readonly name: string;
  /** Where it was loaded from; nothing for what stands in a config itself. */
  readonly path?: string | undefined;
  /** How its files end, if it is a renderer. */
  readonly ending?: unknown;
}

/**
 * As unified takes it, made anew for each use: unified writes options that are given later into the ones that stand there.
 * The settings of a preset are joined by what it is given.
 */
export function toPluggable({ value, options }: Part): Pluggable {
  if (!isPreset(value))
    return (options === undefined ? value : [value, isRecord(options) ? { ...options } : options]) as Pluggable;
  const { plugins, settings } = value as Preset;
  return { plugins: plugins ?? [], settings: { ...settings, ...(options as object | undefined) } };
}

/** What the parts are together. */
export interface CombinedPlugins {
  readonly settings: Readonly<Record<string, unknown>>;
  /** The one that renders: the last that sets a compiler. */
  readonly renderer: Part | undefined;
}

/**
 * Let the parts attach to a processor one by one, as they will later.
 *
 * @throws CallError that names the one which cannot.
 */
export function attach(parts: readonly Part[]): CombinedPlugins {
  let renderer: Part | undefined;
  let settings = {};
  for (const [at, part] of parts.entries()) {
    // What it returns comes too late for unified, which would leave it out without a word.
    if (part.value instanceof AsyncFunction)
      throw new CallError(`Unexpected ${part.name}, expected a function that is not async`);
    const file = new VFile({ path: "none.jsonl", value: "" });
    try {
      const processor = ccdag()
        .use(parts.slice(0, at + 1).map(toPluggable))
        .freeze();
      // A rule is looked at when something is read.
      processor.parse(file);
      settings = processor.data().settings ?? {};
      if (
        ccdag()
          .use([toPluggable(part)])
          .freeze().compiler !== undefined
      )
        renderer = part;
    } catch (error) {
      throw new CallError(`Cannot use ${part.name}: ${whereOf(error)}`);
    }
    if (file.data.ledger === undefined)
      throw new CallError(
        `Unexpected ${part.name}, which replaces the parser; files of other programs are read by a source`,
      );
  }
  return { settings, renderer };
}

// oxlint-disable-next-line no-empty-function -- only its kind is wanted
const AsyncFunction = (async () => {}).constructor as new () => unknown;
