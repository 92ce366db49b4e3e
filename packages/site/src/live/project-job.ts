import type { UserPlugins } from "@ccdag/pipeline";
import type { Detail } from "@ccdag/processor";
import type { InputSource, LibraryIo } from "@ccdag/library";
import type { ServedPages } from "./served-pages.ts";
import type { LiveProjectOptions } from "./live-project.ts";

/** What a thread needs to know to read and render projects: data only, no functions. */
export interface ProjectJob {
  readonly detail: Detail | undefined;
  readonly thinking: boolean | undefined;
  readonly index: string;
  readonly live: string | undefined;
  readonly aliases: LiveProjectOptions["aliases"];
  readonly prices: LiveProjectOptions["prices"];
  /** Settings of the user, and how much is shown. */
  readonly user: Omit<UserPlugins, "plugins">;
  readonly followLinks: boolean;
  readonly cache: string | undefined;
  readonly roots: readonly string[];
}

/** The methods of a project that a thread calls. */
export type ProjectMethod = Exclude<keyof ServedPages, "cost">;

/** A call of a method; the first of a project names its source. */
export interface ProjectCall {
  readonly id: number;
  readonly name: string;
  readonly source: InputSource;
  readonly method: ProjectMethod;
  readonly given: readonly unknown[];
}

/** What came of a call. */
export interface ProjectAnswer {
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
export function projectJobOf(
  { detail, thinking, index, live, aliases, prices, config, redaction }: Omit<LiveProjectOptions, "divide">,
  { followLinks, cache, roots, processor }: Pick<LibraryIo, "followLinks" | "cache" | "roots" | "processor">,
): ProjectJob | undefined {
  if (redaction !== undefined || processor !== undefined || (config?.plugins.length ?? 0) > 0) return undefined;
  const user = { settings: config?.settings, detail: config?.detail, hasDetail: config?.hasDetail };
  try {
    return structuredClone({ detail, thinking, index, live, aliases, prices, user, followLinks, cache, roots });
  } catch {
    return undefined;
  }
}
