import type { Content, FlowContent, Ledger, Root } from "@ccdag/ccast";

/**
 * How the output of a renderer is parsed. `markdown` is parsed as a forge does, `html` as a browser does; `json` stands for
 * all strings in order, `text` for plain text. For any other format give a function that converts it to HTML.
 */
export type OutputFormat = "markdown" | "html" | "json" | "text" | { readonly toHtml: (text: string) => string };

/** Options of the kit. */
export interface KitOptions {
  /** The format of the output. */
  readonly format: OutputFormat;
  /** Options for the renderer (default: none). */
  readonly options?: object | undefined;
  /** Types of nodes that the renderer omits on purpose (default: none). */
  readonly without?: ReadonlyArray<(Content | FlowContent)["type"]> | undefined;
  /**
   * `"tree"`: the whole output is in reading order (the default). `"threads"`: each session, branch and agent is in reading
   * order, but branches and agents may be moved.
   */
  readonly order?: "tree" | "threads" | undefined;
}

/** A prepared renderer: takes a tree, returns the output. */
export type RenderTree = (tree: Root, ledger?: Ledger) => string;

/** The input of a check. */
export interface ConformanceOptions {
  readonly render: RenderTree;
  readonly options: KitOptions;
}
