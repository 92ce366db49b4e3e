import type { Prices, Root } from "@ccdag/ccast";
import type { ccdag, DetailOptions, Order, SelectOptions } from "@ccdag/processor";
import type { RedactOptions } from "@ccdag/redact";
import type { PluggableList } from "unified";
import type { Layout } from "./layout.ts";
import type { Renderer } from "./formats.ts";

/** An export that cannot be made as it was asked for. The message is one line for the person who asked. */
export class RequestError extends Error {}

/** Plugins and settings of the user. */
export interface UserPlugins {
  /** Sources, rules, transforms and renderers, in their order; made anew for each use. */
  readonly plugins: PluggableList;
  /** Settings for renderers, such as `limit`, `images` or `labels` (default: none). */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** How much is shown, where the request does not say it. */
  readonly detail?: DetailOptions | undefined;
  /** Whether one of the plugins says how much is shown: then the format has no default for it (default: `false`). */
  readonly hasDetail?: boolean | undefined;
}

/**
 * What an export is like: the options of the command line by their names, read (see `readOptions`). Absent means the
 * default of the table of options. Every other option of the stage `render` is handed to the renderer as it is.
 */
export interface ExportOptions extends DetailOptions, Omit<SelectOptions, "session" | "compaction"> {
  /** Default: `"session-tree"`. */
  readonly order?: Order | undefined;
  /** Whether a session continues after a compaction, begins anew, or continues without boundary and summary (default: `"continue"`). */
  readonly compaction?: "continue" | "root" | "strip" | undefined;
  /** Where agents are rendered (default: `"inline"`). */
  readonly agents?: "inline" | "after" | "separate" | "none" | undefined;
  /** Where branches are rendered, in a folder (default: `"inline"`). */
  readonly branches?: "inline" | "separate" | undefined;
  /** Whether a drawing stands above each document (default: `false`). */
  readonly graph?: boolean | undefined;
  readonly prices?: Prices | undefined;
  readonly [name: string]: unknown;
}

/** What is to be exported, and how. */
export interface ExportRequest {
  /** The format, as `loadFormat` gives it, or a renderer plugin. */
  readonly renderer: Renderer;
  /** Default: the defaults of the table of options and of the format. */
  readonly options?: ExportOptions | undefined;
  /** Options for the renderer alone, which no user types: where an index is, a memory, an event stream (default: none). */
  readonly rendererOptions?: Readonly<Record<string, unknown>> | undefined;
  /** The one session that is exported, with what leaves from it (default: all). */
  readonly session?: string | undefined;
  /** Default: none. */
  readonly user?: UserPlugins | undefined;
  /** Options of `@ccdag/redact`; `false` turns it off in presets, too (default: only what a preset does). */
  readonly redact?: RedactOptions | false | undefined;
  /** Into which documents the tree is divided (default: one without a name). */
  readonly layout?: Layout | undefined;
  /** The tree, where it has been read with the same plugins and compaction (default: the file is parsed). */
  readonly tree?: Root | undefined;
  /** The processor that parses (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
}
