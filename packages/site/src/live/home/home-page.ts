import type { Aliases, InputSource } from "@ccdag/library";
import type { IndexProject, IndexSession } from "@ccdag/render-html";
import type { PartRows } from "../../pages/join-parts.ts";
import { type ShownPage, toShown } from "../page-patch.ts";
import type { HomeReader } from "./home-job.ts";
import { hrefOf, type KnownProject, listProject, renderDone, renderProjects } from "./known-project.ts";

/** How long a session counts as running after something was written to it, in milliseconds. */
const runningMs = 60_000;
/** A file whose last record is so much older than its last change was copied, in milliseconds. */
const copiedMs = 3_600_000;
/** Between two readings of a project, and between two versions of the page, is this multiple of the time that one takes. */
const pause = 4;
const minPauseMs = 1000;
/** How long a page waits for what is not read yet, in milliseconds. */
const momentMs = 150;

/** A session in a list beside pages. */
export type HomeSession = Pick<IndexSession, "title" | "href" | "isRunning"> & {
  readonly project: string;
  /** The time of its last record, in milliseconds since 1970; 0 without one. */
  readonly to: number;
};

/** Options of a {@link HomePage}. */
export interface HomeOptions {
  readonly reader: HomeReader;
  /** The projects that were moved; absent where titles are redacted. */
  readonly aliases?: Aliases | undefined;
  /** The address of the event stream; absent without one. */
  readonly live?: string | undefined;
  /** Whether a window shows the page: else nothing is read. */
  readonly isOpen: () => boolean;
  /** Called when open windows should load the page again. */
  readonly changed: () => void;
  /** Takes why a project cannot be read. */
  readonly failed: (name: string, error: unknown) => void;
}

/**
 * The page of all sessions of all projects, the newest first. It is there at once: sessions that are not read yet have rows
 * with their times alone, and the rest is filled in while projects are read, those that were written to last first.
 */
export class HomePage {
  readonly #options: HomeOptions;
  readonly #projects = new Map<string, KnownProject>();
  /** When something was written to a session last, by the address of its page, in milliseconds since 1970. */
  readonly #written = new Map<string, number>();
  #wake: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** Whether somebody asked since all was read. */
  #isAsked = false;
  #reading: Promise<void> | undefined;
  /** The transcripts of the projects that were there at first are listed. */
  readonly #listed: Promise<void>;
  #isListed: () => void = () => {};
  #shown: ShownPage | undefined;
  #notice: NodeJS.Timeout | undefined;
  #renderMs = 0;

  constructor(options: HomeOptions) {
    this.#options = options;
    this.#listed = new Promise((resolve) => (this.#isListed = resolve));
  }

  /** The version of the page, if it was rendered since the last change. */
  get version(): string | undefined {
    return this.#shown?.version;
  }

  /** Add a project, or say that it has other folders now. */
  add(name: string, source: InputSource): void {
    const known = this.#projects.get(name);
    this.#projects.set(name, {
      parts: [],
      isRead: false,
      isWatched: false,
      due: 0,
      last: 0,
      ...known,
      name,
      source,
      isStale: true,
    });
    this.#change();
    if (this.#options.isOpen()) this.#start();
  }

  /** Say whether {@link touch} is called when something is written to a project. */
  watch(name: string, isWatched: boolean): void {
    const project = this.#projects.get(name);
    if (project) project.isWatched = isWatched;
  }

  /** Say that something was written to a session. */
  touch(name: string, page: string): void {
    const project = this.#projects.get(name);
    if (project === undefined) return;
    project.last = Date.now();
    this.#written.set(hrefOf(name, page), project.last);
    project.isStale = true;
    this.#change();
    this.#watchRunning();
    if (this.#options.isOpen()) this.#start();
  }

  /** The sessions that are known, the newest first. */
  async sessions(): Promise<HomeSession[]> {
    await this.#ask();
    const rows = [...this.#projects.values()].flatMap((project) => {
      const { title, sessions } = this.#rowsOf(project);
      return sessions.map(({ title: name, href, to = 0, isRunning }) => ({
        title: name,
        href,
        project: title,
        to,
        isRunning,
      }));
    });
    return rows.sort((a, b) => b.to - a.to);
  }

  /** The projects, those first that were written to last. */
  async byTime(): Promise<ReadonlyArray<Pick<KnownProject, "name" | "source">>> {
    await this.#ask();
    return [...this.#projects.values()].sort((a, b) => b.last - a.last);
  }

  /** The page in its current version. */
  async page(): Promise<ShownPage> {
    await this.#ask();
    const began = performance.now();
    this.#shown ??= toShown(this.#render(this.#indexed()));
    this.#renderMs = Math.max(1, performance.now() - began);
    return this.#shown;
  }

  /**
   * The page of one project.
   *
   * @param name the project.
   * @param hasHome whether it leads to the page of all projects.
   */
  async index(name: string, hasHome: boolean): Promise<string> {
    await this.#ask();
    return this.#render(this.#indexed(name), hasHome ? "../" : undefined);
  }

  /**
   * The page of what sessions did or left.
   *
   * @param name a project (default: all of them).
   */
  async work(name?: string): Promise<string> {
    await this.#ask();
    return renderDone(this.#indexed(name));
  }

  /** The page that the only session of the only project seems to have; absent if there are several, or none. */
  async onlyPage(): Promise<string | undefined> {
    await this.#ask();
    const [project] = this.#projects.values();
    if (project?.found?.length === 1) return project.found[0]!.page;
    // What is redacted is known once it is read.
    if (project?.found?.length === 0) await this.#reading;
    const rows = project ? this.#rowsOf(project, "").sessions : [];
    return rows.length === 1 ? rows[0]!.href : undefined;
  }

  /** Stop: no timer and no thread is left. */
  async close(): Promise<void> {
    for (const timer of [this.#notice, this.#wake, this.#expiry]) clearTimeout(timer);
    await this.#options.reader.close();
  }

  /** Wait until the transcripts are listed, and a moment for what is in them: most of it may be remembered. */
  async #ask(): Promise<void> {
    this.#isAsked = true;
    const unwatched = [...this.#projects.values()].filter(({ isWatched }) => !isWatched);
    for (const project of unwatched) Object.assign(project, { isStale: true, found: undefined, due: 0 });
    if (unwatched.length > 0) this.#shown = undefined;
    this.#start();
    await this.#listed;
    await (unwatched.length > 0 ? this.#reading : Promise.race([this.#reading, later(momentMs)]));
  }

  #start(): void {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
  }

  /** List the transcripts of projects that are new, and read what is stale. */
  async #read(): Promise<void> {
    await this.#list();
    this.#isListed();
    for (let next = this.#next(); next; next = this.#next()) {
      const began = performance.now();
      next.isStale = false;
      await this.#readProject(next);
      next.due = performance.now() + Math.max(minPauseMs, pause * (performance.now() - began));
      await this.#list();
    }
  }

  async #list(): Promise<void> {
    const unlisted = [...this.#projects.values()].filter(({ found }) => found === undefined);
    for (const project of unlisted) {
      project.found = await this.#options.reader.list(project.source).catch(() => []);
      for (const { page, time } of project.found) {
        project.last = Math.max(project.last, time);
        this.#written.set(hrefOf(project.name, page), time);
      }
    }
    if (unlisted.length === 0) return;
    this.#watchRunning();
    this.#change();
  }

  async #readProject(project: KnownProject): Promise<void> {
    const parts: PartRows[] = [];
    try {
      for await (const part of this.#options.reader.read(project.source)) {
        parts.push(part);
        if (project.isRead) continue;
        project.parts = parts;
        this.#change();
      }
    } catch (error) {
      this.#options.failed(project.name, error);
    }
    Object.assign(project, { parts, isRead: true });
    this.#change();
  }

  /** The project to read next: of those that may be read now the one that was written to last. */
  #next(): KnownProject | undefined {
    const stale = [...this.#projects.values()].filter(
      ({ isStale, isRead }) => isStale && (!isRead || this.#isAsked || this.#options.isOpen()),
    );
    if (stale.length === 0) this.#isAsked = false;
    const now = performance.now();
    const ready = stale.filter(({ due }) => due <= now).sort((a, b) => b.last - a.last);
    if (ready.length === 0 && stale.length > 0) {
      clearTimeout(this.#wake);
      const wait = stale.reduce((soonest, { due }) => Math.min(soonest, due - now), Infinity);
      this.#wake = setTimeout(() => this.#start(), wait + 1).unref();
    }
    return ready[0];
  }

  /** Remove the marks of sessions to which nothing more is written. */
  #watchRunning(): void {
    this.#expiry ??= setTimeout(() => {
      this.#expiry = undefined;
      this.#change();
      if ([...this.#written.values()].some((time) => Date.now() - time < runningMs)) this.#watchRunning();
    }, runningMs / 4).unref();
  }

  /** Open windows load the page again, but not all the time. */
  #change(): void {
    this.#shown = undefined;
    this.#notice ??= setTimeout(
      () => {
        this.#notice = undefined;
        this.#options.changed();
      },
      Math.max(minPauseMs / 4, pause * this.#renderMs),
    ).unref();
  }

  #render(projects: readonly IndexProject[], above?: string): string {
    return renderProjects(projects, { live: this.#options.live, above });
  }

  /** All projects, or one of them, whose pages are then in the folder of the index. */
  #indexed(name?: string): IndexProject[] {
    if (name === undefined) return [...this.#projects.values()].map((project) => this.#rowsOf(project));
    const project = this.#projects.get(name);
    return project === undefined ? [] : [this.#rowsOf(project, "")];
  }

  #rowsOf(project: KnownProject, folder?: string): IndexProject {
    return listProject(project, (href, row) => this.#isRunning(href, row), this.#options.aliases, folder);
  }

  /** Whether something was written to a session a moment ago; to copy a file is no writing. */
  #isRunning(href: string, { to = 0, isPending }: IndexSession): boolean {
    const written = this.#written.get(href) ?? 0;
    return isPending !== true && Date.now() - written < runningMs && written - to < copiedMs;
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
