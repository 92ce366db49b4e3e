import { basename } from "node:path";
import { uniqueNames } from "@ccdag/pipeline";
import { defaultWords } from "@ccdag/render-html";
import { foldersOf, type InputSource } from "@ccdag/library";
import { secretName, stemOf } from "../pages/name-project.ts";
import { renderIndex } from "../pages/render-index.ts";
import { Follower } from "./follower.ts";
import { Listeners } from "./listeners.ts";
import { OpenPages } from "./open-pages.ts";
import { type ShownPage, toShown } from "./page-patch.ts";
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
  readonly #options: ServedProjectsOptions;
  readonly #nameOf: (stem: string) => string = uniqueNames("");
  readonly #known = new Map<string, ServedProject>();

  constructor(options: ServedProjectsOptions) {
    this.#options = options;
    this.listeners.opened = ({ path, version, send }) => {
      const [project, page] = this.#placeOf(path);
      const current = project ? project.pages.versionOf(page) : this.renderList()?.version;
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
    const { divide, thread, ...options } = this.#options;
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
        thread?.open(name, source) ?? new LiveProject(name, source, { ...options, divide: () => divide(source) });
      const pages = new OpenPages(name, project, this.listeners, opening);
      const follower = new Follower(
        pages,
        () => project.cost,
        () => this.listeners.count > 0,
      );
      const served = { name, source, project, pages, follower };
      this.projects.set(name, served);
      this.#known.set(key, served);
      if (known !== undefined) this.listeners.notify(`/${name}/`, { type: "change" });
      return [served];
    });
    if (added.length > 0) this.listeners.notify("/", { type: "change" });
    return added;
  }

  /** The projects whose transcripts are in a folder. */
  in(folder: string): ServedProject[] {
    return [...this.projects.values()].filter(({ source }) => foldersOf([source]).includes(folder));
  }

  /** The page that lists the projects; absent for a single one. It says only their names: to read all of them takes long. */
  renderList(): ShownPage | undefined {
    if (this.projects.size < 2) return undefined;
    const rows = [...this.projects.keys()].map((name) => ({
      title: name,
      href: `${encodeURIComponent(name)}/`,
      depth: 0,
      models: [],
      tokens: 0,
      messages: 0,
      branches: 0,
      agents: 0,
    }));
    return toShown(
      renderIndex([{ title: "", sessions: rows }], { title: defaultWords.projects, live: this.#options.live }),
    );
  }

  #placeOf(path: string): [project: ServedProject | undefined, page: string] {
    const [, name = "", page = ""] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
    return [this.projects.get(name), page];
  }
}
