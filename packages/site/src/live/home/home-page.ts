import { shorten } from "@ccdag/ccast";
import { type Aliases, type InputSource, NothingToRead, projectDirectory } from "@ccdag/library";
import { defaultWords, type IndexProject, type IndexSession } from "@ccdag/render-html";
import { joinParts, type PartRows } from "../../pages/join-parts.ts";
import { renderIndex } from "../../pages/render-index.ts";
import { type ShownPage, toShown } from "../page-patch.ts";
import type { HomeReader } from "./home-job.ts";
import type { FoundTranscript } from "./project-rows.ts";

/** How long a session counts as running after something was written to it, in milliseconds. */
const runningMs = 60_000;
/** A file whose last record is so much older than its last change was copied, in milliseconds. */
const copiedMs = 3_600_000;
/** Between two readings of a project, and between two versions of the page, is this multiple of the time that one takes. */
const pause = 4;
const minPauseMs = 1000;

/** What the home knows of a project. */
interface KnownProject {
  readonly name: string;
  source: InputSource;
  /** Absent until they were looked for. */
  found?: readonly FoundTranscript[];
  /** When something was written to it last, in milliseconds since 1970. */
  last: number;
  parts: readonly PartRows[];
  isRead: boolean;
  isStale: boolean;
  /** When it may be read again, on the clock of `performance`. */
  due: number;
}

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
  #isReading = false;
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
    this.#projects.set(name, { parts: [], isRead: false, due: 0, last: 0, ...known, name, source, isStale: true });
    this.#change();
    if (this.#options.isOpen()) this.#start();
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
      const { title, sessions } = this.#listProject(project);
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
    this.#shown ??= toShown(this.#render());
    this.#renderMs = Math.max(1, performance.now() - began);
    return this.#shown;
  }

  /** Stop: no timer and no thread is left. */
  async close(): Promise<void> {
    for (const timer of [this.#notice, this.#wake, this.#expiry]) clearTimeout(timer);
    await this.#options.reader.close();
  }

  /** Wait until the transcripts are listed; what is in them comes later. */
  async #ask(): Promise<void> {
    this.#isAsked = true;
    this.#start();
    await this.#listed;
  }

  #start(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#read().finally(() => (this.#isReading = false));
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
      if (!(error instanceof NothingToRead)) this.#options.failed(project.name, error);
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

  #render(): string {
    const projects = [...this.#projects.values()].map((project) => this.#listProject(project));
    const rows = projects.flatMap(({ sessions }) => sessions);
    const read = rows.filter(({ isPending }) => isPending !== true).length;
    const progress = read < rows.length ? { done: read, of: rows.length } : undefined;
    return renderIndex(projects, { title: defaultWords.sessions, live: this.#options.live, progress });
  }

  #listProject({ name, parts, found = [], isRead }: KnownProject): IndexProject {
    const { title = name, sessions } = joinParts(parts);
    const known = new Set(sessions.map(({ href }) => href));
    const pending = isRead ? [] : found.filter(({ page }) => !known.has(page));
    const short = shorten(pending.map(({ sessionId }) => sessionId));
    const rows = [...sessions, ...pending.map((one) => pendingRow(one, short(one.sessionId)))];
    return {
      title: projectDirectory(title, this.#options.aliases),
      sessions: rows.map((row) => {
        const href = hrefOf(name, row.href);
        return { ...row, href, isRunning: this.#isRunning(href, row) };
      }),
    };
  }

  /** Whether something was written to a session a moment ago; to copy a file is no writing. */
  #isRunning(href: string, { to = 0, isPending }: IndexSession): boolean {
    const written = this.#written.get(href) ?? 0;
    return isPending !== true && Date.now() - written < runningMs && written - to < copiedMs;
  }
}

function hrefOf(name: string, page: string): string {
  return `${encodeURIComponent(name)}/${page}`;
}

/** The row of a session that is not read yet. */
function pendingRow({ page, time }: FoundTranscript, title: string): IndexSession {
  const none = { depth: 0, models: [], tokens: 0, messages: 0, branches: 1, agents: 0 };
  return { title, href: page, from: time, to: time, isPending: true, ...none };
}
