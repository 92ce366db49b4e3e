import { basename } from "node:path";
import { pathOnDisk } from "@ccdag/files";
import { firstPart } from "@ccdag/pipeline";
import { createMemory, type HastOptions } from "@ccdag/render-html";
import type { VFile } from "vfile";
import type { InputSource } from "@ccdag/library";
import { type OpenProject, openProject, type PageOptions } from "../pages/open-project.ts";
import type { SitePart } from "../pages/site-parts.ts";
import { pageOf } from "./home/project-rows.ts";
import type { ServedPages, SessionTranscript } from "./served-pages.ts";

/** Options of a {@link LiveProject}. */
export interface LiveProjectOptions extends PageOptions {
  /** Divides the transcripts of the project into parts. */
  readonly divide: () => Promise<readonly SitePart[]>;
}

/** How many session trees are kept open beside the one that was requested last: a window may show another one. */
const maxOpen = 4;

/** The pages of one project, in memory. A session tree is read, and a session rendered, when one of its pages is requested. */
export class LiveProject implements ServedPages {
  readonly #source: InputSource;
  #isWatched = false;
  readonly #options: LiveProjectOptions;
  /** The pages of each requested session, by the name of its first page. */
  readonly #rendered = new Map<string, ReadonlyMap<string, string>>();
  readonly #assets = new Map<string, Uint8Array>();
  /** The files of each part, by the key of the part. */
  #parts = new Map<string, SitePart>();
  /** The parts that are open, by their keys; the one that was used last is the last. */
  readonly #open = new Map<string, Promise<OpenProject>>();
  /** In which part a page is. */
  readonly #homes = new Map<string, string>();
  /** How many bytes of each file were read, by its path in the file system. */
  readonly #sizes = new Map<string, number>();
  /** The division in progress; requests wait for it. */
  #dividing: Promise<void> | undefined;
  #isStale = true;
  /** How long it took to read what had changed, and to render the longest session since, in milliseconds. */
  #readMs = 0;
  #renderMs = 0;
  /** Keeps converted texts: an appended record does not change the others. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(source: InputSource, options: LiveProjectOptions) {
    this.#source = source;
    this.#options = { ...options, memory: this.#memory };
  }

  get cost(): number {
    return this.#readMs + this.#renderMs;
  }

  async asset(name: string): Promise<Uint8Array | undefined> {
    return this.#assets.get(name);
  }

  async page(name: string): Promise<string | undefined> {
    return (await this.#pagesOf(firstPart(name)))?.get(name);
  }

  async find(entry: string, page?: string): Promise<string | undefined> {
    const names = page === undefined ? await this.#names() : [page];
    for (const first of names)
      for (const [name, text] of (await this.#pagesOf(first)) ?? []) {
        const at = text.indexOf(`id="msg-${entry}`);
        if (at !== -1) return `${name}#${text.slice(at + 4, text.indexOf('"', at + 4))}`;
      }
    return undefined;
  }

  async transcriptOf(page: string): Promise<SessionTranscript | undefined> {
    const first = firstPart(page);
    const part = this.#parts.get(this.#homes.get(first) ?? "");
    if (part === undefined) return undefined;
    const name = first.replace(/^session-(.*)\.html$/, "$1.jsonl");
    const found = part.sources.filter((source) => basename(source) === name);
    const path = part.paths.filter((one) => basename(one) === name);
    const [source = ""] = found;
    const size = this.#sizes.get(source);
    if (found.length > 1 || path.length !== 1 || size === undefined) return undefined;
    return { path: path[0]!, source, size };
  }

  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
  }

  markStale(): void {
    this.#isStale = true;
  }

  forget(): void {
    this.#rendered.clear();
    this.#assets.clear();
    this.#open.clear();
  }

  async #pagesOf(first: string): Promise<ReadonlyMap<string, string> | undefined> {
    await this.#settle();
    const known = this.#rendered.get(first);
    if (known !== undefined) return known;
    const part = await this.#partOf(first);
    if (part === undefined) return undefined;
    const began = performance.now();
    const { pages, assets, failure } = part.render(first);
    if (failure !== undefined) throw new Error(failure);
    this.#rendered.set(first, pages);
    for (const { path, bytes } of assets) this.#assets.set(path, bytes);
    this.#renderMs = Math.max(this.#renderMs, performance.now() - began);
    return pages;
  }

  /** The part that holds a page: its transcript mostly has the same name, else all parts are looked at. */
  async #partOf(first: string): Promise<OpenProject | undefined> {
    const isLikely = ({ paths }: SitePart) => paths.some((path) => pageOf(path) === first);
    const parts = [...this.#parts.values()];
    const home = this.#parts.get(this.#homes.get(first) ?? "");
    const others = home ? [] : [...parts.filter(isLikely), ...parts.filter((part) => !isLikely(part))];
    for (const part of home ? [home] : others) {
      const open = await this.#openPart(part);
      if (open.names.includes(first)) return open;
    }
    return undefined;
  }

  /** The names of the first pages of all sessions. */
  async #names(): Promise<string[]> {
    await this.#settle();
    const names: string[] = [];
    for (const part of this.#parts.values()) for (const name of (await this.#openPart(part)).names) names.push(name);
    return names;
  }

  #openPart(part: SitePart): Promise<OpenProject> {
    const { key } = part;
    const open = this.#open.get(key) ?? this.#readPart(part);
    this.#open.delete(key);
    this.#open.set(key, open);
    for (const old of [...this.#open.keys()].slice(0, -maxOpen - 1)) this.#open.delete(old);
    // The next request tries again.
    open.catch(() => this.#open.delete(key));
    return open;
  }

  async #readPart(part: SitePart): Promise<OpenProject> {
    const began = performance.now();
    const file = await part.read();
    this.#noteSizes(file);
    const open = await openProject(file, this.#source.session, this.#options);
    for (const name of open.names) this.#homes.set(name, part.key);
    this.#memory.turn();
    [this.#readMs, this.#renderMs] = [performance.now() - began, 0];
    return open;
  }

  #noteSizes({ data }: VFile): void {
    for (const one of data.companions ?? [])
      if (one.value !== undefined) this.#sizes.set(pathOnDisk(one), one.value.length);
  }

  async #settle(): Promise<void> {
    if (!this.#isWatched) this.#isStale = true;
    while (this.#dividing || this.#isStale) {
      this.#dividing ??= this.#divide().finally(() => (this.#dividing = undefined));
      await this.#dividing;
    }
  }

  /** Find out which parts there are; what was made of those that changed or are gone is forgotten. */
  async #divide(): Promise<void> {
    this.#isStale = false;
    try {
      this.#parts = new Map((await this.#options.divide()).map((part) => [part.key, part]));
    } catch (error) {
      // The next request tries again.
      this.#isStale = true;
      throw error;
    }
    for (const key of this.#open.keys()) if (!this.#parts.has(key)) this.#open.delete(key);
    for (const [page, key] of this.#homes)
      if (!this.#parts.has(key)) {
        this.#homes.delete(page);
        this.#rendered.delete(page);
      }
  }
}
