import type { Agent, Branch, Prices, Root, Session } from "@ccdag/ccast";
import type { ccdag, DetailOptions, Order, SelectOptions } from "@ccdag/processor";
import type { RedactOptions } from "@ccdag/redact";
import type { PluggableList } from "unified";
import type { Renderer } from "./formats.ts";

/** Plugins and settings of the user. */
export interface UserPlugins {
  /** Sources, rules, transforms and renderers, in their order. Return a new list at each access, because unified may change it. */
  readonly plugins: PluggableList;
  /** Settings for renderers, such as `limit`, `images` or `labels` (default: none). */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** How much is shown, unless the request sets it (default: the preset or the format decides). */
  readonly detail?: DetailOptions | undefined;
  /** Whether one of the plugins sets how much is shown: the default of the format is then not used (default: `false`). */
  readonly hasDetail?: boolean | undefined;
}

/**
 * The options of an export, parsed: those of the command line, by name (see `readOptions`). An absent option has the
 * default of the table of options. Every other option of the stage `render` is passed to the renderer unchanged.
 */
export interface ExportOptions extends DetailOptions, Omit<SelectOptions, "session" | "compaction"> {
  /** The order of messages (default: `"session-tree"`). */
  readonly order?: Order | undefined;
  /**
   * Whether a session continues after a compaction, begins a new root, or continues without boundary and summary (default:
   * `"continue"`).
   */
  readonly compaction?: "continue" | "root" | "strip" | undefined;
  /** Where agents are rendered (default: `"inline"`). */
  readonly agents?: "inline" | "after" | "separate" | "none" | undefined;
  /** Where branches are rendered, in a folder (default: `"inline"`). */
  readonly branches?: "inline" | "separate" | undefined;
  /** Whether each document begins with a drawing of the graph (default: `false`). */
  readonly graph?: boolean | undefined;
  /** Prices of tokens, to show cost (default: no cost). */
  readonly prices?: Prices | undefined;
  readonly [name: string]: unknown;
}

/** What to export, and how. */
export interface ExportRequest {
  /** The format, as `loadFormat` gives it, or a renderer plugin. */
  readonly renderer: Renderer;
  /** The options of the export (default: the defaults of the table of options and of the format). */
  readonly options?: ExportOptions | undefined;
  /** Options for the renderer that are not in the table, such as the address of an index or of an event stream (default: none). */
  readonly rendererOptions?: Readonly<Record<string, unknown>> | undefined;
  /** The id of the session to export, or the ids of several, with the threads that leave from them (default: all sessions). */
  readonly session?: string | readonly string[] | undefined;
  /** Plugins and settings of the user (default: none). */
  readonly user?: UserPlugins | undefined;
  /** Options of `@ccdag/redact`; `false` turns redaction off, also in presets (default: only presets redact). */
  readonly redact?: RedactOptions | false | undefined;
  /** How the tree is divided into documents (default: one document without a name). */
  readonly layout?: Layout | undefined;
  /** The tree, if the file was parsed before with the same plugins and compaction (default: the file is parsed). */
  readonly tree?: Root | undefined;
  /** The processor that parses (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
}

/**
 * How a tree is divided into documents:
 *
 * - `document`: one document. With a name it may have several pages, and separate agents in the folder `<name>-agents/`.
 * - `folder`: one document for each root session (for notes, for each session), and for each separate branch and agent.
 * - `site`: one document for each session.
 */
export type Layout =
  | { readonly kind: "document"; readonly name?: string | undefined }
  | {
      readonly kind: "folder";
      /** Names each document; shared by exports into one folder (default: the stem, made unique in this export). */
      readonly name?: NameDocument | undefined;
    }
  | {
      readonly kind: "site";
      /** Returns a unique file name for a stem; shared as for a folder. */
      readonly name?: ((stem: string) => string) | undefined;
    };

/**
 * Names a document of a folder.
 *
 * @param stem what it is called without a title: `session-<id>`, `branch-<uuid>` or `agent-<id>`.
 * @param thread the thread that the document begins with.
 * @param top the session at the top of the tree that holds the thread; absent if there is none.
 * @returns a path that is unique in the folder, with `/` and the file ending.
 */
export type NameDocument = (stem: string, thread: Session | Branch | Agent, top: Session | undefined) => string;
