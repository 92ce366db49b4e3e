import type { PagePatch } from "./page-patch.ts";

/** An event for an open page: how it changes, that it must be loaded again, or that the list of sessions beside it has changed. */
export type PageEvent =
  | { readonly type: "patch"; readonly patch: PagePatch }
  | { readonly type: "change" }
  | { readonly type: "list" };

/** An open page. */
export interface Listener {
  /** Its path, such as `/project/session-1.html`. */
  readonly path: string;
  /** The version that it shows. */
  readonly version: string;
  readonly send: (event: PageEvent) => void;
}

/** The open pages. */
export class Listeners {
  readonly #all = new Set<Listener>();
  /** Called with each page that is opened. */
  opened: (listener: Listener) => void = () => {};

  /** Number of open pages. */
  get count(): number {
    return this.#all.size;
  }

  /** The paths of the open pages, each once. */
  get paths(): ReadonlySet<string> {
    return new Set(Array.from(this.#all, ({ path }) => path));
  }

  /** Add a page; the returned function removes it. */
  add(listener: Listener): () => void {
    this.#all.add(listener);
    this.opened(listener);
    return () => this.#all.delete(listener);
  }

  /** Send an event to all windows. */
  notifyAll(event: PageEvent): void {
    for (const { send } of this.#all) send(event);
  }

  /** Send an event to each window that shows a page. */
  notify(path: string, event: PageEvent): void {
    for (const listener of this.#all) if (listener.path === path) listener.send(event);
  }
}
