import type { Content, FlowContent } from "@ccdag/ccast";
import type { Ledger, Root } from "@ccdag/ccast";

/**
 * How a text of a renderer is read again. `markdown` and `html` are read as a forge and a browser read them; of `json`
 * all strings count, in their order; `text` is what it is. For any other format say what it is as HTML: what people see
 * is what is checked.
 */
export type OutputFormat = "markdown" | "html" | "json" | "text" | { readonly toHtml: (text: string) => string };

/** Options of the kit. */
export interface KitOptions {
  readonly format: OutputFormat;
  /** Options that the renderer is used with (default: none). */
  readonly options?: object | undefined;
  /** Types of nodes that the renderer leaves out on purpose (default: none). */
  readonly without?: ReadonlyArray<(Content | FlowContent)["type"]> | undefined;
  /**
   * `"tree"`: all in reading order, as it stands in the tree (the default). `"threads"`: each session, branch and agent in
   * its own order, wherever it stands.
   */
  readonly order?: "tree" | "threads" | undefined;
}

/** A renderer, made ready: the same tree in, text out. */
export type RenderTree = (tree: Root, ledger?: Ledger) => string;

/** What a check gets. */
export interface ConformanceOptions {
  readonly render: RenderTree;
  readonly options: KitOptions;
}
