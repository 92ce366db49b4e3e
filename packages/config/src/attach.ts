import { ccdag } from "@ccdag/processor";
import type { Pluggable, Preset } from "unified";
import { VFile } from "vfile";
import type { SettingOrigin } from "./setting.ts";
import { isRecord } from "./read-config.ts";
import { isPreset } from "./load-module.ts";
import { whereOf } from "@ccdag/pipeline";
import { RequestError } from "@ccdag/pipeline/tables";

/** A plugin or a preset of the user, ready to be used. */
export interface UserPlugin {
  readonly value: unknown;
  readonly options?: unknown;
  /** Its name in messages. */
  readonly name: string;
  /** The path it was loaded from; absent if the config itself contains it. */
  readonly path?: string | undefined;
  /** The file ending of its documents, if it is a renderer. */
  readonly ending?: unknown;
  /** Which config names it; absent for the command line. */
  readonly by?: SettingOrigin["kind"] | undefined;
  /** Whether it holds the settings of a config, and no plugin (default: `false`). */
  readonly isSettings?: boolean | undefined;
}

/**
 * Convert a part for unified. The result is a new object for each use, because unified merges later options into it. The
 * options of a preset are merged into its settings.
 */
export function toPluggable({ value, options }: UserPlugin): Pluggable {
  if (!isPreset(value))
    return (options === undefined ? value : [value, isRecord(options) ? { ...options } : options]) as Pluggable;
  const { plugins, settings } = value as Preset;
  return { plugins: plugins ?? [], settings: { ...settings, ...(options as object | undefined) } };
}

/** The combined effect of several parts. */
export interface CombinedPlugins {
  /** All settings of the presets, merged. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The part that renders: the last one that sets a compiler. */
  readonly renderer: UserPlugin | undefined;
}

/**
 * Attach the parts to a processor one by one, to test each before transcripts are read.
 *
 * @param parts the parts, in their order.
 * @throws RequestError that names the part that fails.
 */
export function attach(parts: readonly UserPlugin[]): CombinedPlugins {
  let renderer: UserPlugin | undefined;
  let settings = {};
  for (const [at, part] of parts.entries()) {
    // unified does not await plugins: it would silently ignore the result.
    if (part.value instanceof AsyncFunction)
      throw new RequestError(`Unexpected ${part.name}, expected a function that is not async`);
    const file = new VFile({ path: "none.jsonl", value: "" });
    try {
      const processor = ccdag()
        .use(parts.slice(0, at + 1).map(toPluggable))
        .freeze();
      // Rules are only checked when a file is parsed.
      processor.parse(file);
      settings = processor.data().settings ?? {};
      if (
        ccdag()
          .use([toPluggable(part)])
          .freeze().compiler !== undefined
      )
        renderer = part;
    } catch (error) {
      throw new RequestError(`Cannot use ${part.name}: ${whereOf(error)}`);
    }
    if (file.data.ledger === undefined)
      throw new RequestError(
        `Unexpected ${part.name}, which replaces the parser; expected a source for files of other programs`,
      );
  }
  return { settings, renderer };
}

// oxlint-disable-next-line no-empty-function -- only its kind is wanted
const AsyncFunction = (async () => {}).constructor as new () => unknown;
