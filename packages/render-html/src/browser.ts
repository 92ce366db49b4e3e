import type { Nodes } from "@ccdag/ccast";
import type { MdastOptions } from "@ccdag/mdast";
import type { Highlight } from "./tree/context.ts";
import { colour } from "./client/colour.ts";
import { enhance } from "./client/enhance.ts";
import { toDom } from "./client/to-dom.ts";
import { pageStyle } from "./generated.ts";
import { toBody } from "./page/body.ts";
import type { Words } from "./page/words.ts";
import { renderContent } from "./render-content.ts";
import { type HastOptions, toHast } from "./tree/to-hast.ts";

/** Options of {@link mount}. */
export interface MountOptions extends MdastOptions, Pick<HastOptions, "math" | "draw"> {
  /** The title above the conversation (default: the title of the first session, or else its first words). */
  title?: string | undefined;
  /** Whether only the conversation is shown, without bar, contents and map (default: `false`). */
  embed?: boolean | undefined;
  /** Labels that replace the English ones. */
  words?: Partial<Words> | undefined;
  /**
   * Loads a syntax highlighter after the conversation is shown, such as a function that imports
   * `@ccdag/render-html/highlight`. Code has no colours until then (default: comments, strings, numbers and keywords
   * have colours at once).
   */
  highlight?: (() => Promise<{ highlight: Highlight }>) | undefined;
}

/** A mounted conversation. */
export interface Mounted {
  /** The element that contains the view, inside the shadow tree. */
  readonly root: HTMLElement;
  /** Show only the path to the message with this uuid; `undefined` shows everything. Returns whether the message was found. */
  readonly showPath: (leaf: string | undefined) => boolean;
  /** Resolves when all code is coloured; rejects when the highlighter cannot be loaded. */
  readonly coloured: Promise<void>;
  /** Remove the view and its listeners. */
  readonly remove: () => void;
}

/**
 * Show a tree in an element of a page, with the views of a whole page: contents, filters, search, keys and map. The view
 * is in a shadow tree, so its styles and those of the page do not affect each other. The address of the page stays as it is.
 *
 * @param target an empty element.
 * @param tree the tree, such as `tree` of the output of `ccdag export --to json`.
 * @param options title, labels, highlighter, what shows formulas and drawings, and the options of `toMdast`.
 * @returns the controls of the view.
 */
export function mount(target: HTMLElement, tree: Nodes, options: MountOptions = {}): Mounted {
  const { title, words, highlight, math, draw, embed, ...rest } = options;
  const rendered = renderContent(tree, rest);
  const content = toHast(rendered.document, {
    changes: rendered.changes,
    words,
    highlight: highlight && false,
    math,
    draw,
    report: rest.report,
  });
  const { children, data } = toBody(content, {
    title: title ?? rendered.title,
    stops: rendered.stops,
    words,
    isPart: true,
  });
  const root = document.createElement("div");
  root.className = embed ? "ccdag embed" : "ccdag";
  Object.assign(root.dataset, data);
  for (const child of toDom(children)) root.append(child);
  const shadow = target.shadowRoot ?? target.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(pageStyle);
  shadow.adoptedStyleSheets = [sheet];
  shadow.replaceChildren(root);
  const controller = new AbortController();
  const scope = { root, isPage: false, signal: controller.signal };
  const { show } = enhance(scope);
  return {
    root,
    showPath: show,
    coloured: highlight ? highlight().then((loaded) => colour(root, loaded.highlight)) : Promise.resolve(),
    remove() {
      controller.abort();
      shadow.replaceChildren();
    },
  };
}
