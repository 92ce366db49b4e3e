import type { Nodes } from "@ccdag/ccast";
import type { MdastOptions as MdastOptions } from "@ccdag/mdast";
import { colour } from "./client/colour.ts";
import { enhance } from "./client/enhance.ts";
import { toDom } from "./client/to-dom.ts";
import { pageStyle } from "./generated.ts";
import { toBody } from "./page/body.ts";
import type { Words } from "./page/words.ts";
import { renderContent } from "./render-content.ts";
import type { Highlight } from "./tree/code.ts";

/** Options of {@link mount}. */
export interface MountOptions extends MdastOptions {
  /** What stands above (default: the title of the first session). */
  title?: string | undefined;
  /** Words around the document, as far as they are not to be English. */
  words?: Partial<Words> | undefined;
  /**
   * Loads what colours code, when the rest is there: a function that imports `@ccdag/render-html/highlight` (default: code
   * has one colour).
   */
  highlight?: (() => Promise<{ highlight: Highlight }>) | undefined;
}

/** A conversation that is shown. */
export interface Mounted {
  /** The element that all of it is in, in a shadow tree. */
  readonly root: HTMLElement;
  /** Show only the path to a message, by its uuid; nothing shows all. Says whether the message is there. */
  readonly showPath: (leaf: string | undefined) => boolean;
  /** Settled when code has its colours. */
  readonly coloured: Promise<void>;
  readonly remove: () => void;
}

/**
 * Show a tree in an element of a page, as a page of its own would: contents, filters, search, keys, a map. The style
 * stays inside, and that of the page outside; the address of the page is left alone.
 *
 * @param target an element with nothing in it.
 * @param tree the tree, such as `tree` of what `ccdag export --to json` writes.
 * @param options how it is told.
 */
export function mount(target: HTMLElement, tree: Nodes, options: MountOptions = {}): Mounted {
  const { title, words, highlight, ...rest } = options;
  const rendered = renderContent(tree, { ...rest, words });
  const { children, data } = toBody(rendered.content, {
    title: title ?? rendered.title,
    stops: rendered.stops,
    words,
    isPart: true,
  });
  const root = document.createElement("div");
  root.className = "ccdag";
  Object.assign(root.dataset, data);
  root.append(...toDom(children));
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
