import type { Element, ElementContent, Properties } from "hast";
import { element } from "./element.ts";

/** An element that contains several blocks: a thread, a turn, a run of calls. It is divided where a page ends. */
export interface Wrapper {
  readonly tagName: string;
  readonly properties: Properties;
  /** What it begins with on each page, such as its summary. */
  readonly head?: readonly ElementContent[] | undefined;
  /** Its properties where it continues on another page (default: those without the id). */
  readonly continued?: Properties | undefined;
}

/** A message, or what else is not divided between pages, and the elements that contain it, the outermost first. */
export interface HastBlock {
  readonly within: readonly Wrapper[];
  readonly content: ElementContent;
  /** Whether it sums up what follows, and so grows with it: it takes no room of a page, or what follows would move. */
  readonly isHead?: boolean;
}

/** Puts blocks into the elements that contain them. Blocks of one element follow one another. */
export class Nest {
  /** The outermost elements of the current page. */
  children: ElementContent[] = [];
  #open: Array<{ wrapper: Wrapper; element: Element }> = [];
  /** Elements that have begun, so that their ids are used once. */
  readonly #begun = new Set<Wrapper>();

  add({ within, content }: HastBlock): void {
    let same = 0;
    while (same < within.length && this.#open[same]?.wrapper === within[same]) same++;
    this.#open.length = same;
    for (const wrapper of within.slice(same)) this.#enter(wrapper);
    this.#children().push(content);
  }

  /** Begin a new page. Elements that contain what follows are opened again. */
  newPage(): void {
    this.children = [];
    this.#open = [];
  }

  #enter(wrapper: Wrapper): void {
    const { tagName, properties, head = [] } = wrapper;
    const { id: _, ...rest } = properties;
    const own = this.#begun.has(wrapper) ? (wrapper.continued ?? rest) : properties;
    this.#begun.add(wrapper);
    const made = element(tagName, own, head);
    this.#children().push(made);
    this.#open.push({ wrapper, element: made });
  }

  #children(): ElementContent[] {
    return this.#open.at(-1)?.element.children ?? this.children;
  }
}
