import { firstPart } from "@ccdag/pipeline";
import type { PageOptions } from "../pages/open-project.ts";
import type { Listeners } from "./listeners.ts";
import { applyTail, patchBetween, type ShownPage, toShown } from "./page-patch.ts";
import type { ServedPages } from "./served-pages.ts";
import { Tails } from "./tails.ts";

/** Options of {@link OpenPages}. */
export interface OpenPagesOptions extends PageOptions {
  /** From which cost on, in milliseconds, turns are shown before the project is read again; absent for never. */
  readonly aloneFrom?: number | undefined;
  /** Renders the index of the project (default: it has none). */
  readonly renderIndex?: (() => Promise<string>) | undefined;
}

/** A page, and which changes it shows. */
interface CountedPage extends ShownPage {
  readonly changes: number;
}

/** The pages of a project as open windows show them. */
export class OpenPages {
  readonly #folder: string;
  readonly #project: ServedPages;
  readonly #listeners: Listeners;
  readonly #renderIndex: () => Promise<string | undefined>;
  /** The pages, by their names; the index of the project has an empty one. */
  readonly #shown = new Map<string, CountedPage>();
  readonly #tails: Tails;
  /** Counts the changes of the transcripts. */
  #changes = 0;

  /**
   * @param name the name of the project in addresses.
   * @param project the project.
   * @param listeners the open windows.
   * @param options options of the pages.
   */
  constructor(name: string, project: ServedPages, listeners: Listeners, options: OpenPagesOptions) {
    this.#folder = `/${name}/`;
    this.#project = project;
    this.#listeners = listeners;
    this.#renderIndex = options.renderIndex ?? (async () => undefined);
    this.#tails = new Tails(project, options, options.aloneFrom);
  }

  /**
   * A page in its current version; windows that show another one get an event.
   *
   * @param name its name; empty for the index.
   * @returns absent for an unknown page.
   * @throws an error for a session that cannot be rendered.
   */
  async page(name: string): Promise<ShownPage | undefined> {
    const shown = this.#shown.get(name);
    // What was rendered alone is newer than what would have to be read.
    if (shown?.isAhead && shown.changes === this.#changes) return shown;
    return this.#load(name);
  }

  async #load(name: string): Promise<ShownPage | undefined> {
    const changes = this.#changes;
    return this.#update(name, name === "" ? await this.#renderIndex() : await this.#project.page(name), changes);
  }

  /** A file that belongs to a page. */
  async asset(name: string): Promise<Uint8Array | undefined> {
    return this.#tails.assets.get(name) ?? this.#project.asset(name);
  }

  /** The version that open windows should show; absent if it is not known. */
  versionOf(name: string): string | undefined {
    const shown = this.#shown.get(name);
    return shown?.changes === this.#changes ? shown.version : undefined;
  }

  /** Call this when the transcripts have changed. */
  markStale(): void {
    this.#changes++;
    this.#project.markStale();
  }

  /** Bring the pages of all open windows up to date. */
  async refresh(): Promise<void> {
    const names = [...this.#listeners.paths].flatMap((path) =>
      path.startsWith(this.#folder) ? path.slice(this.#folder.length) : [],
    );
    for (const name of names) {
      const changes = this.#changes;
      // A session that cannot be rendered is requested again by its page, which reports the error.
      await this.#load(name).catch(() => this.#update(name, undefined, changes));
      await this.findTail(name);
    }
  }

  /** Find out whether the last turn of a page can be rendered alone. */
  async findTail(name: string): Promise<void> {
    const shown = this.#shown.get(name);
    // What was rendered alone proves nothing.
    if (name !== "" && shown !== undefined && !shown.isAhead)
      await this.#tails.find(firstPart(name), name, shown.text).catch(() => {});
  }

  /**
   * Show what was appended to a transcript, without reading the rest of it.
   *
   * @param source its path in the file system.
   * @returns whether all of it is shown.
   */
  async showAppended(source: string): Promise<boolean> {
    const changes = this.#changes;
    const change = await this.#tails.read(source);
    if (change === undefined) return false;
    const shown = this.#shown.get(change.page);
    const applied = shown && applyTail(shown, change);
    if (applied === undefined) return false;
    this.#shown.set(change.page, { ...applied.shown, changes });
    if (applied.patch) this.#listeners.notify(this.#folder + change.page, { type: "patch", patch: applied.patch });
    return true;
  }

  /** Forget everything: no page is open. */
  forget(): void {
    this.#shown.clear();
    this.#tails.clear();
    this.#project.forget();
  }

  #update(name: string, text: string | undefined, changes: number): ShownPage | undefined {
    const before = this.#shown.get(name);
    const tail = this.#tails.of(name);
    let now = text === undefined ? undefined : toShown(text);
    // Meanwhile more was appended, and is shown: it stays.
    const isOlder = before?.isAhead === true && before.changes > changes;
    if (isOlder && now && tail) now = applyTail(now, tail)?.shown ?? now;
    if (now === undefined) this.#shown.delete(name);
    else this.#shown.set(name, { ...now, changes: isOlder ? before.changes : changes });
    if (before === undefined || (before.version === now?.version && !before.isAhead)) return now;
    const patch = now && patchBetween(before, now, tail);
    this.#listeners.notify(this.#folder + name, patch ? { type: "patch", patch } : { type: "change" });
    return now;
  }
}
