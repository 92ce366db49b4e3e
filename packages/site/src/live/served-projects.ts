import { basename, sep } from "node:path";
import { uniqueNames } from "@ccdag/pipeline";
import { foldersOf, type InputSource } from "@ccdag/library";
import { secretName, stemOf } from "../pages/name-project.ts";
import { Follower } from "./follower.ts";
import { Listeners } from "./listeners.ts";
import { pageOf } from "./home/project-rows.ts";
import { OpenPages } from "./open-pages.ts";
import { HomePage } from "./home/home-page.ts";
import type { HomeReader } from "./home/home-job.ts";
import type { ServedPages } from "./served-pages.ts";
import { LiveProject, type LiveProjectOptions } from "./live-project.ts";
import type { ProjectThread } from "./project-thread.ts";

/** From which cost on a turn is shown before its project is read again, in milliseconds. */
const aloneFrom = 40;

/** A project that is served. */
export interface ServedProject {
  readonly name: string;
  readonly source: InputSource;
  readonly project: ServedPages;
  readonly pages: OpenPages;
  readonly follower: Follower;
}

/** Options of a {@link ServedProjects}. */
export interface ServedProjectsOptions extends Omit<LiveProjectOptions, "divide"> {
  /** Divides the transcripts of a project into parts. */
  readonly divide: (source: InputSource) => ReturnType<LiveProjectOptions["divide"]>;
  /** The thread in which projects are read (default: none, they are read here). */
  readonly thread?: ProjectThread | undefined;
  /** Lists the sessions of all projects for the home. */
  readonly reader: HomeReader;
  /** Searches them; absent where what is found would have to be redacted. */
  readonly searcher?: HomeReader | undefined;
  /** Takes why a project is not in the home (default: nothing does). */
  readonly failed?: ((project: string, error: unknown) => void) | undefined;
}

function sameFolders(one: InputSource, other: InputSource): boolean {
  return foldersOf([one]).join("\n") === foldersOf([other]).join("\n");
}

/** All projects that are served, and the windows that show them. */
export class ServedProjects {
  /** The projects, by the name in their address. */
  readonly projects: Map<string, ServedProject> = new Map();
  /** The open windows. */
  readonly listeners: Listeners = new Listeners();
  /** The page of all sessions. */
  readonly home: HomePage;
  /** Searches what is said in sessions; absent where nothing may be searched. */
  readonly searcher: HomeReader | undefined;
  readonly #options: ServedProjectsOptions;
  readonly #nameOf: (stem: string) => string = uniqueNames("");
  readonly #known = new Map<string, ServedProject>();

  constructor(options: ServedProjectsOptions) {
    this.#options = options;
    this.searcher = options.searcher;
    this.home = new HomePage({
      reader: options.reader,
      aliases: options.redaction === undefined ? options.aliases : undefined,
      live: options.live,
      isOpen: () => this.listeners.count > 0,
      changed: () => {
        for (const path of ["/", ...[...this.projects.keys()].map((name) => `/${name}/`)])
          this.listeners.notify(path, { type: "change" });
        this.listeners.notifyAll({ type: "list" });
      },
      failed: options.failed ?? (() => {}),
    });
    this.listeners.opened = ({ path, version, send }) => {
      const [project, page] = this.#placeOf(path);
      const current = project ? project.pages.versionOf(page) : this.home.version;
      if (current !== version) send({ type: "change" });
      void project?.pages.findTail(page);
    };
  }

  /**
   * Add projects; those that are there stay, and are opened again if they got another folder.
   *
   * @returns the new ones.
   */
  add(sources: readonly InputSource[]): ServedProject[] {
    const { divide, thread, reader: _, searcher: __, failed: ___, ...options } = this.#options;
    // A plugin or a redaction may need to see a whole session.
    const isPlain = options.redaction === undefined && (options.config?.plugins.length ?? 0) === 0;
    const opening = { ...options, aloneFrom: isPlain && options.live !== undefined ? aloneFrom : undefined };
    const added = sources.flatMap((source) => {
      const key = `${source.folder}\n${source.session ?? ""}`;
      const known = this.#known.get(key);
      if (known !== undefined && sameFolders(known.source, source)) return [];
      known?.follower.stop();
      const stem = basename(source.folder);
      const name = known?.name ?? this.#nameOf(options.redaction ? secretName(source.folder) : stemOf(stem));
      const project =
        thread?.open(name, source) ?? new LiveProject(source, { ...options, divide: () => divide(source) });
      const pages = new OpenPages(name, project, this.listeners, {
        ...opening,
        renderIndex: () => this.home.index(name, this.hasHome),
      });
      const follower = new Follower(
        pages,
        () => project.cost,
        () => this.listeners.count > 0,
      );
      const served = { name, source, project, pages, follower };
      this.projects.set(name, served);
      this.#known.set(key, served);
      this.home.add(name, source);
      if (known !== undefined) this.listeners.notify(`/${name}/`, { type: "change" });
      return [served];
    });
    return added;
  }

  /** The projects whose transcripts are in a folder. */
  in(folder: string): ServedProject[] {
    return [...this.projects.values()].filter(({ source }) => foldersOf([source]).includes(folder));
  }

  /** Whether there is more than one project. */
  get hasHome(): boolean {
    return this.projects.size > 1;
  }

  /** Say whether {@link changed} is called for a project. */
  watch({ name, project }: ServedProject, isWatched: boolean): void {
    project.watch(isWatched);
    this.home.watch(name, isWatched);
  }

  /** Call this when a file of a project has changed. */
  changed({ name, follower }: ServedProject, path: string): void {
    follower.changed(path);
    this.home.touch(name, pageOf(path.split(sep).join("/")));
  }

  #placeOf(path: string): [project: ServedProject | undefined, page: string] {
    const [, name = "", page = ""] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
    return [this.projects.get(name), page];
  }
}
