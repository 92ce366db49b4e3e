import { basename } from "node:path";
import { toProject } from "@ccdag/files";
import { firstPart } from "@ccdag/pipeline";
import { createMemory, type HastOptions, type IndexSession } from "@ccdag/render-html";
import type { InputSource } from "../input/source.ts";
import { type JoinedProject, openParts } from "../site/open-parts.ts";
import { openProject, type PageOptions } from "../site/open-project.ts";
import type { SitePart } from "../site/site-parts.ts";

/** Options of a {@link Shelf}. */
export interface ShelfOptions extends PageOptions {
  /** Divides the transcripts of the project into parts. */
  readonly divide: () => Promise<readonly SitePart[]>;
}

/** A transcript of a project. */
export interface ShelfTranscript {
  /** Its path in the project. */
  readonly path: string;
  /** Its path in the file system. */
  readonly source: string;
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
  readonly #assets = new Map<string, Uint8Array>();
  #project: JoinedProject | undefined;
  /** The files of each part, by the key of the part. */
  #parts = new Map<string, SitePart>();
  /** The reading in progress; requests wait for it. */
  #reading: Promise<void> | undefined;
  #isStale = true;
  /** How long it took to read what had changed, and to render the longest session since, in milliseconds. */
  #readMs = 0;
  #renderMs = 0;
  /** Keeps converted texts: an appended record does not change the others. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(name: string, source: InputSource, options: ShelfOptions) {
    this.name = name;
    this.source = source;
    this.#options = { ...options, memory: this.#memory };
  }

  /** The path of the event stream that its pages listen to; absent if they do not change. */
  get live(): string | undefined {
    return this.#options.live;
  }

  /** How long it takes to read and render what changes, in milliseconds, as far as is known. */
  get cost(): number {
    return this.#readMs + this.#renderMs;
  }

  /** Whether the transcripts have changed since they were read. */
  get isStale(): boolean {
    return this.#isStale || !this.isWatched;
  }

  /** The title and the sessions of the project, for an index. */
  async contents(): Promise<{ title: string; sessions: readonly IndexSession[] }> {
    const { title = this.name, sessions } = await this.#settle();
    return { title, sessions };
  }

  /** A file that belongs to a page. */
  asset(name: string): Uint8Array | undefined {
    return this.#assets.get(name);
  }

  /**
   * The pages of a session, by their names.
   *
   * @param page the name of one of them.
   * @returns absent for a session that is not in the project.
   * @throws an error for one that cannot be rendered.
   */
  async pagesWith(page: string): Promise<ReadonlyMap<string, string> | undefined> {
    return this.#pagesOf(await this.#settle(), firstPart(page));
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

  /** The transcript that a session is in; absent if it is none or several. */
  transcriptOf(page: string): ShelfTranscript | undefined {
    const first = firstPart(page);
    for (const [key, { paths, sources }] of this.#parts) {
      if (!this.#project?.parts.get(key)?.names.includes(first)) continue;
      const name = first.replace(/^session-(.*)\.html$/, "$1.jsonl");
      const found = sources.filter((source) => basename(source) === name);
      const path = paths.filter((one) => basename(one) === name);
      return found.length === 1 && path.length === 1 ? { path: path[0]!, source: found[0]! } : undefined;
    }
    return undefined;
  }

  /** Whether a part of a session can be rendered alone: plugins and a redaction may need to see all of it. */
  get canRenderAlone(): boolean {
    const { config, redaction } = this.#options;
    return this.isWatched && redaction === undefined && (config?.plugins.length ?? 0) === 0;
  }

  /**
   * Render a text as if it were all of a transcript.
   *
   * @param path the path of the transcript in the project.
   * @param text its records.
   * @param headingDepth the depth of the headings of its messages.
   * @returns the page; absent for several.
   */
  async renderAlone(path: string, text: string, headingDepth: number): Promise<string | undefined> {
    const options = { ...this.#options, headingDepth };
    const { names, render } = await openProject(toProject([{ path, value: text }]), undefined, options);
    if (names.length !== 1) return undefined;
    const { pages, assets, failure } = render(names[0]!);
    for (const asset of assets) this.#assets.set(asset.path, asset.bytes);
    return failure === undefined && pages.size === 1 ? [...pages.values()][0] : undefined;
  }

  /** Mark the transcripts as changed: they are read again at the next request. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Forget all rendered pages: no page is open. */
  forget(): void {
    this.#rendered.clear();
    this.#assets.clear();
  }

  #pagesOf(project: JoinedProject, first: string): ReadonlyMap<string, string> | undefined {
    if (!project.names.includes(first)) return undefined;
    const known = this.#rendered.get(first);
    if (known !== undefined) return known;
    const began = performance.now();
    const { pages, assets, failure } = project.render(first);
    if (failure !== undefined) throw new Error(failure);
    this.#rendered.set(first, pages);
    for (const { path, bytes } of assets) this.#assets.set(path, bytes);
    this.#renderMs = Math.max(this.#renderMs, performance.now() - began);
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
    const began = performance.now();
    try {
      const parts = await this.#options.divide();
      const project = await openParts(parts, this.#project?.parts ?? new Map(), this.source.session, this.#options);
      this.#project = project;
      this.#parts = new Map(parts.map((part) => [part.key, part]));
      this.#memory.turn();
      for (const page of project.changed) this.#rendered.delete(page);
      if (project.changed.size > 0) [this.#readMs, this.#renderMs] = [performance.now() - began, 0];
    } catch (error) {
      // The next request tries again.
      this.#project = undefined;
      throw error;
    }
  }
}
