import { createMemory, type HastOptions, type IndexSession } from "@ccdag/render-html";
import { type JoinedProject, openParts } from "../site/open-parts.ts";
import type { PageOptions } from "../site/open-project.ts";
import type { SitePart } from "../site/site-parts.ts";
import type { InputSource } from "../input/source.ts";
import { firstPart } from "@ccdag/pipeline";

/** The content of a page, or of a file that belongs to one. */
type PageContent = string | Uint8Array;

/** Options of a {@link Shelf}. */
export interface ShelfOptions extends PageOptions {
  /** Divides the transcripts of the project into parts. */
  readonly divide: () => Promise<readonly SitePart[]>;
}

/** The pages of one project, in memory. A session is rendered when it is requested. */
export class Shelf {
  /** Its name in addresses. */
  readonly name: string;
  /** The transcripts of the project. */
  readonly source: InputSource;
  /** Whether {@link markStale} is called when the transcripts change; else they are read for each request. */
  isWatched = false;
  readonly #options: ShelfOptions;
  /** The pages of each requested session, by the name of its first page. */
  readonly #rendered = new Map<string, ReadonlyMap<string, string>>();
  /** The same, in the version that open pages show. */
  readonly #shown = new Map<string, ReadonlyMap<string, string>>();
  readonly #assets = new Map<string, Uint8Array>();
  #project: JoinedProject | undefined;
  /** The reading in progress; requests wait for it. */
  #reading: Promise<void> | undefined;
  #isStale = true;
  /** Keeps converted texts: an appended record does not change the others. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(name: string, source: InputSource, options: ShelfOptions) {
    this.name = name;
    this.source = source;
    this.#options = { ...options, memory: this.#memory };
  }

  /** The title and the sessions of the project, for an index. */
  async contents(): Promise<{ title: string; sessions: readonly IndexSession[] }> {
    const { title = this.name, sessions } = await this.#settle();
    return { title, sessions };
  }

  /** A page, or a file that belongs to one. */
  async file(name: string): Promise<PageContent | undefined> {
    const isPage = name.endsWith(".html");
    if (!isPage) return this.#assets.get(name);
    return this.#pagesOf(await this.#settle(), firstPart(name))?.get(name);
  }

  /**
   * Find an entry by its uuid or the beginning of it.
   *
   * @returns the name of its page, with its anchor; absent if no page shows it.
   */
  async find(entry: string): Promise<string | undefined> {
    const project = await this.#settle();
    for (const first of project.names)
      for (const [name, text] of this.#pagesOf(project, first) ?? []) {
        const at = text.indexOf(`id="msg-${entry}`);
        if (at !== -1) return `${name}#${text.slice(at + 4, text.indexOf('"', at + 4))}`;
      }
    return undefined;
  }

  /** Mark the transcripts as changed: they are read again at the next request. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Forget all rendered pages: no page is open. */
  forget(): void {
    this.#shown.clear();
    this.#rendered.clear();
    this.#assets.clear();
  }

  /** Render the shown sessions again; returns the names of the pages that changed. */
  async refresh(): Promise<string[]> {
    if (this.#shown.size === 0) return [];
    const project = await this.#settle();
    return [...this.#shown].flatMap(([first, pages]) => {
      const now = this.#pagesIfRendered(project, first);
      this.#shown.set(first, now ?? new Map());
      const names = new Set([...pages.keys(), ...(now?.keys() ?? [])]);
      return [...names].filter((name) => pages.get(name) !== now?.get(name));
    });
  }

  /** A session that cannot be rendered has no pages; the others of the project are not affected. */
  #pagesIfRendered(project: JoinedProject, first: string): ReadonlyMap<string, string> | undefined {
    try {
      return this.#pagesOf(project, first);
    } catch {
      // The page requests it again, which reports the error.
      return undefined;
    }
  }

  #pagesOf(project: JoinedProject, first: string): ReadonlyMap<string, string> | undefined {
    if (!project.names.includes(first)) return undefined;
    let pages = this.#rendered.get(first);
    if (pages === undefined) {
      const rendered = project.render(first);
      if (rendered.failure !== undefined) throw new Error(rendered.failure);
      pages = rendered.pages;
      this.#rendered.set(first, pages);
      if (!this.#shown.has(first)) this.#shown.set(first, pages);
      for (const { path, bytes } of rendered.assets) this.#assets.set(path, bytes);
    }
    return pages;
  }

  async #settle(): Promise<JoinedProject> {
    if (!this.isWatched) this.#isStale = true;
    while (this.#reading || this.#isStale || this.#project === undefined) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    return this.#project;
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    try {
      const parts = await this.#options.divide();
      const project = await openParts(parts, this.#project?.parts ?? new Map(), this.source.session, this.#options);
      this.#project = project;
      this.#memory.turn();
      for (const page of project.changed) this.#rendered.delete(page);
    } catch (error) {
      // The next request tries again.
      this.#project = undefined;
      throw error;
    }
  }
}
