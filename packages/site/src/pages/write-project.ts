import type { IndexSession } from "@ccdag/render-html";
import { firstPart, uniqueNames } from "@ccdag/pipeline";
import { joinParts, rootsOf } from "./join-parts.ts";
import { baseOf } from "./keep-old.ts";
import type { ManifestProject, ManifestUnit } from "./site-manifest.ts";
import type { OpenProject, openProject } from "./open-project.ts";
import type { SiteFolder } from "./site-folder.ts";

/** The pages of a project, while its parts are written. */
export class ProjectPages {
  readonly #name: string;
  readonly #folder: SiteFolder;
  readonly #units: ManifestUnit[] = [];
  readonly #rows = new Map<string, IndexSession>();
  readonly #files: Record<string, string> = {};
  /** Returns a unique name for the page of a session. */
  readonly nameOf: (stem: string) => string = uniqueNames(".html");

  /**
   * @param name the name of the folder of the project.
   * @param folder the site.
   */
  constructor(name: string, folder: SiteFolder) {
    this.#name = name;
    this.#folder = folder;
  }

  /**
   * Keep the pages of a part that has not changed.
   *
   * @param unit the part in the manifest of the last run.
   * @param before the project in this manifest.
   * @returns whether all of its files are there; else nothing is kept.
   */
  async keep(unit: ManifestUnit, before: ManifestProject): Promise<boolean> {
    const rows = new Map(before.sessions.map((row) => [row.href, row]));
    const hrefs = unit.roots.flatMap(({ pages }) => pages);
    const files: Record<string, string> = {};
    for (const path of unit.files) if (before.files[path] !== undefined) files[path] = before.files[path];
    const isListed = Object.keys(files).length === unit.files.length && hrefs.every((href) => rows.has(href));
    if (!isListed || !(await this.#folder.areThere(files))) return false;
    this.#units.push(unit);
    Object.assign(this.#files, files);
    for (const href of hrefs) this.#rows.set(href, rows.get(href)!);
    for (const path of unit.files)
      if (path.endsWith(".html") && firstPart(path) === path) this.nameOf(baseOf(path).replace(/\.html$/, ""));
    return true;
  }

  /**
   * Write the pages of a part; files that a page links to are written before it.
   *
   * @param key a hash of the input of the pages.
   * @param part the part, opened.
   */
  async write(key: string, { title, sessions, untitled, places, names, render }: OpenProject): Promise<void> {
    const written: Record<string, string> = {};
    const divided = new Map<string, ReadonlyMap<string, string>>();
    for (const first of names) {
      const { pages, assets } = render(first);
      if (pages.size > 1) divided.set(first, pagesOfMessages(pages));
      const contents = [...assets.map(({ path, bytes }) => [path, bytes] as const), ...pages];
      for (const [path, content] of contents) {
        const target = `${this.#name}/${path}`;
        written[target] = await this.#folder.write(target, content);
      }
    }
    const roots = rootsOf(sessions, places).map(({ place, rows }) => ({
      place,
      pages: rows.map((row) => {
        const href = `${this.#name}/${row.href}`;
        const work = this.#placed(row, divided.get(row.href));
        this.#rows.set(href, { ...row, href, work });
        return href;
      }),
    }));
    Object.assign(this.#files, written);
    const ids = Object.entries(untitled).map(([page, id]) => [`${this.#name}/${page}`, id] as const);
    this.#units.push({ key, title, roots, untitled: Object.fromEntries(ids), files: Object.keys(written) });
  }

  /** What a session did, with the page of each message that is not on the first one. */
  #placed({ href, work }: IndexSession, pages: ReadonlyMap<string, string> | undefined): IndexSession["work"] {
    if (pages === undefined) return work;
    return work?.map((item) => {
      const page = pages.get(item.entry ?? "") ?? href;
      return page === href ? item : { ...item, page: `${this.#name}/${page}` };
    });
  }

  /** What the manifest says of the project. */
  toManifest(): Omit<ManifestProject, "key" | "policy"> {
    const parts = this.#units.map(({ title, roots, untitled }) => ({
      title,
      untitled,
      roots: roots.map(({ place, pages }) => ({ place, rows: pages.map((href) => this.#rows.get(href)!) })),
    }));
    const { title = this.#name, sessions } = joinParts(parts);
    return { title, sessions, files: this.#files, units: this.#units };
  }
}

/** The page that each message is on, by its uuid. */
function pagesOfMessages(pages: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [page, text] of pages) for (const [, uuid] of text.matchAll(/ id="msg-([^"]+)"/g)) found.set(uuid!, page);
  return found;
}

/** Open a project. The renderer is loaded for it: an unchanged site does not need it. */
export async function openOnDemand(...given: Parameters<typeof openProject>): ReturnType<typeof openProject> {
  const module = await import("./open-project.ts");
  return module.openProject(...given);
}
