import { readProject } from "@ccdag/files";
import { createMemory, type HastOptions, type IndexSession } from "@ccdag/render-html";
import { type OpenProject, openProject, type PageOptions } from "../site/open-project.ts";
import type { SiteSource } from "../site/sources.ts";
import { firstPart } from "@ccdag/pipeline";

/** What a page is, or a file that belongs to one. */
type File = string | Uint8Array;

/** The pages of one project, in memory. A session is told when somebody asks for it. */
export class Shelf {
  /** Its name in addresses. */
  readonly name: string;
  readonly source: SiteSource;
  /** Whether somebody says when the transcripts change; else they are read for each page. */
  isWatched = false;
  readonly #options: PageOptions;
  /** The sessions that were asked for, by the name of their first page; and the files that belong to all of them. */
  #told = new Map<string, ReadonlyMap<string, string>>();
  /** The same, as those who have them open know them. */
  readonly #shown = new Map<string, ReadonlyMap<string, string>>();
  readonly #assets = new Map<string, Uint8Array>();
  #project: OpenProject | undefined;
  /** What is read now; who asks meanwhile waits for it. */
  #reading: Promise<void> | undefined;
  #isStale = true;
  /** A line that is added leaves all other texts as they are. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(name: string, source: SiteSource, options: PageOptions) {
    this.name = name;
    this.source = source;
    this.#options = { ...options, memory: this.#memory };
  }

  /** What an index says of the project. */
  async contents(): Promise<{ title: string; sessions: readonly IndexSession[] }> {
    const { title = this.name, sessions } = await this.#settle();
    return { title, sessions };
  }

  /** A page, or a file that belongs to one. */
  async file(name: string): Promise<File | undefined> {
    const isPage = name.endsWith(".html");
    if (!isPage) return this.#assets.get(name);
    return this.#pagesOf(await this.#settle(), firstPart(name))?.get(name);
  }

  /** The transcripts have changed: what is asked for next is told anew. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Nobody has a page open any more: what was told need not be told again. */
  forget(): void {
    this.#shown.clear();
    this.#told.clear();
    this.#assets.clear();
  }

  /** Tell again what was asked for, and say which pages are others now. */
  async refresh(): Promise<string[]> {
    if (this.#shown.size === 0) return [];
    const project = await this.#settle();
    return [...this.#shown].flatMap(([first, pages]) => {
      const now = this.#pagesOf(project, first);
      this.#shown.set(first, now ?? new Map());
      const names = new Set([...pages.keys(), ...(now?.keys() ?? [])]);
      return [...names].filter((name) => pages.get(name) !== now?.get(name));
    });
  }

  #pagesOf(project: OpenProject, first: string): ReadonlyMap<string, string> | undefined {
    if (!project.names.includes(first)) return undefined;
    let pages = this.#told.get(first);
    if (pages === undefined) {
      const rendered = project.render(first);
      pages = rendered.pages;
      this.#told.set(first, pages);
      if (!this.#shown.has(first)) this.#shown.set(first, pages);
      for (const { path, bytes } of rendered.assets) this.#assets.set(path, bytes);
    }
    return pages;
  }

  async #settle(): Promise<OpenProject> {
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
      const file = await readProject(this.source.folder);
      this.#project = await openProject(file, this.source.session, this.#options);
      this.#memory.turn();
      this.#told = new Map();
    } catch (error) {
      // Whoever asks next tries again.
      this.#project = undefined;
      throw error;
    }
  }
}
