import type { UserPlugins } from "@ccdag/pipeline";
import type { Detail } from "@ccdag/processor";
import type { CommandIo } from "../io.ts";
import type { InputSource } from "../input/source.ts";
import type { ServedPages } from "./served-pages.ts";
import type { ShelfOptions } from "./shelf.ts";

/** What a thread needs to know to read and render projects: data only, no functions. */
export interface ShelfJob {
  readonly detail: Detail | undefined;
  readonly thinking: boolean | undefined;
  readonly index: string;
  readonly live: string | undefined;
  /** Settings of the user, and how much is shown. */
  readonly user: Omit<UserPlugins, "plugins">;
  readonly followLinks: boolean;
  readonly cache: string | undefined;
}

/** The methods of a project that a thread calls. */
export type ShelfMethod = Exclude<keyof ServedPages, "cost">;

/** A call of a method; the first of a project names its source. */
export interface ShelfCall {
  readonly id: number;
  readonly name: string;
  readonly source: InputSource;
  readonly method: ShelfMethod;
  readonly given: readonly unknown[];
}

/** What came of a call. */
export interface ShelfAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: string | undefined;
  readonly cost: number;
}

/**
 * The job of a run; absent if it holds what cannot be sent to a thread, such as a plugin or a redaction.
 *
 * @param options options of the pages.
 * @param io the environment of the run.
 */
export function shelfJobOf(
  { detail, thinking, index, live, config, redaction }: Omit<ShelfOptions, "divide">,
  { followLinks, cache, processor }: Pick<CommandIo, "followLinks" | "cache" | "processor">,
): ShelfJob | undefined {
  if (redaction !== undefined || processor !== undefined || (config?.plugins.length ?? 0) > 0) return undefined;
  const user = { settings: config?.settings, detail: config?.detail, hasDetail: config?.hasDetail };
  try {
    return structuredClone({ detail, thinking, index, live, user, followLinks, cache });
  } catch {
    return undefined;
  }
}
