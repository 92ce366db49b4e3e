import { basename } from "node:path";
import { pathOnDisk } from "@ccdag/files";
import { firstPart } from "@ccdag/pipeline";
import { createMemory, type HastOptions } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { type InputSource, projectDirectory } from "@ccdag/library";
import { type JoinedProject, openParts } from "../pages/open-parts.ts";
import type { PageOptions } from "../pages/open-project.ts";
import type { SitePart } from "../pages/site-parts.ts";
import type { ProjectContents, ServedPages, SessionTranscript } from "./served-pages.ts";

/** Options of a {@link LiveProject}. */
export interface LiveProjectOptions extends PageOptions {
  /** Divides the transcripts of the project into parts. */
  readonly divide: () => Promise<readonly SitePart[]>;
}

/** The pages of one project, in memory. A session is rendered when it is requested. */
export class LiveProject implements ServedPages {
  readonly #name: string;
  readonly #source: InputSource;
  #isWatched = false;
  readonly #options: LiveProjectOptions;
  /** The pages of each requested session, by the name of its first page. */
  readonly #rendered = new Map<string, ReadonlyMap<string, string>>();
  readonly #assets = new Map<string, Uint8Array>();
  #project: JoinedProject | undefined;
  /** The files of each part, by the key of the part. */
  #parts = new Map<string, SitePart>();
  /** How many bytes of each file were read, by its path in the file system. */
  readonly #sizes = new Map<string, number>();
  /** The reading in progress; requests wait for it. */
  #reading: Promise<void> | undefined;
  #isStale = true;
  /** How long it took to read what had changed, and to render the longest session since, in milliseconds. */
  #readMs = 0;
  #renderMs = 0;
  /** Keeps converted texts: an appended record does not change the others. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(name: string, source: InputSource, options: LiveProjectOptions) {
    this.#name = name;
    this.#source = source;
    this.#options = { ...options, memory: this.#memory };
  }

  get cost(): number {
    return this.#readMs + this.#renderMs;
  }

  async contents(): Promise<ProjectContents> {
    const { title = this.#name, sessions } = await this.#settle();
    const { aliases, redaction } = this.#options;
    return { title: projectDirectory(title, redaction === undefined ? aliases : undefined), sessions };
  }

  async asset(name: string): Promise<Uint8Array | undefined> {
    return this.#assets.get(name);
  }

  async page(name: string): Promise<string | undefined> {
    return this.#pagesOf(await this.#settle(), firstPart(name))?.get(name);
  }

  async find(entry: string, page?: string): Promise<string | undefined> {
    const project = await this.#settle();
    for (const first of page === undefined ? project.names : [page])
      for (const [name, text] of this.#pagesOf(project, first) ?? []) {
        const at = text.indexOf(`id="msg-${entry}`);
        if (at !== -1) return `${name}#${text.slice(at + 4, text.indexOf('"', at + 4))}`;
      }
    return undefined;
  }

  async transcriptOf(page: string): Promise<SessionTranscript | undefined> {
    const first = firstPart(page);
    for (const [key, { paths, sources }] of this.#parts) {
      if (!this.#project?.parts.get(key)?.names.includes(first)) continue;
      const name = first.replace(/^session-(.*)\.html$/, "$1.jsonl");
      const found = sources.filter((source) => basename(source) === name);
      const path = paths.filter((one) => basename(one) === name);
      const [source = ""] = found;
      const size = this.#sizes.get(source);
      if (found.length > 1 || path.length !== 1 || size === undefined) return undefined;
      return { path: path[0]!, source, size };
    }
    return undefined;
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
    if (!this.#isWatched) this.#isStale = true;
    while (this.#reading || this.#isStale || this.#project === undefined) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    return this.#project;
  }

  async #readPart(part: SitePart): Promise<VFile> {
    const file = await part.read();
    for (const one of file.data.companions ?? [])
      if (one.value !== undefined) this.#sizes.set(pathOnDisk(one), one.value.length);
    return file;
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    const began = performance.now();
    try {
      const parts = await this.#options.divide();
      const project = await openParts(
        parts.map((part) => ({ ...part, read: () => this.#readPart(part) })),
        this.#project?.parts ?? new Map(),
        this.#source.session,
        this.#options,
      );
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
