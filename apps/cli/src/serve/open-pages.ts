import { groupBy } from "@ccdag/core";
import { firstPart } from "@ccdag/pipeline";
import { renderIndex } from "../site/render-index.ts";
import type { Listeners } from "./listeners.ts";
import { applyTail, patchBetween, type ShownPage, toShown } from "./patch.ts";
import type { Shelf } from "./shelf.ts";
import { Tail } from "./tail.ts";

/** A project that is read and rendered faster than this, in milliseconds, is never shown in part. */
const wholeMs = 40;

/** The pages of a project as open windows show them. */
export class OpenPages {
  readonly #shelf: Shelf;
  readonly #listeners: Listeners;
  readonly #aloneFrom: number;
  /** The pages, by their names; the index of the project has an empty one. */
  readonly #shown = new Map<string, ShownPage>();
  /** The last turns that can be rendered alone, by the path of their transcript. */
  readonly #tails = new Map<string, Tail>();

  /**
   * @param shelf the project.
   * @param listeners the open windows.
   * @param aloneFrom from which cost on turns are rendered alone, in milliseconds (default: 40).
   */
  constructor(shelf: Shelf, listeners: Listeners, aloneFrom: number = wholeMs) {
    this.#shelf = shelf;
    this.#listeners = listeners;
    this.#aloneFrom = aloneFrom;
  }

  /**
   * A page in its current version; windows that show another one are told.
   *
   * @param name its name; empty for the index.
   * @returns absent for an unknown page.
   * @throws an error for a session that cannot be rendered.
   */
  async page(name: string): Promise<ShownPage | undefined> {
    const text = name === "" ? await this.#renderIndex() : (await this.#shelf.pagesWith(name))?.get(name);
    return this.#update(name, text);
  }

  /** The version that open windows show; absent if it is not known, or not current. */
  versionOf(name: string): string | undefined {
    return this.#shelf.isStale && !this.#shown.get(name)?.isAhead ? undefined : this.#shown.get(name)?.version;
  }

  /** Bring the pages of all open windows up to date. */
  async refresh(): Promise<void> {
    const names = this.#open();
    for (const name of names)
      // A session that cannot be rendered is requested again by its page, which reports the error.
      await this.page(name).catch(() => this.#update(name, undefined));
    await this.findTails(names);
  }

  /**
   * Find the last turns of sessions that can be rendered alone.
   *
   * @param names the pages whose sessions are looked at (default: those of open windows).
   */
  async findTails(names: readonly string[] = this.#open()): Promise<void> {
    const sessions = groupBy(
      names.filter((name) => name !== ""),
      firstPart,
    );
    for (const [first, pages] of sessions) await this.#findTail(first, pages).catch(() => {});
  }

  async #findTail(first: string, names: readonly string[]): Promise<void> {
    const transcript = this.#shelf.transcriptOf(first);
    if (transcript === undefined) return;
    const { path, source } = transcript;
    this.#tails.delete(source);
    if (!this.#shelf.canRenderAlone || this.#shelf.cost < this.#aloneFrom) return;
    const pages = new Map(names.flatMap((name) => {
      const text = this.#shown.get(name)?.text;
      return text === undefined ? [] : [[name, text]];
    }));
    const render = (text: string, depth: number) => this.#shelf.renderAlone(path, text, depth);
    const tail = await Tail.find(source, pages, render);
    if (tail !== undefined) this.#tails.set(source, tail);
  }

  /**
   * Show what was appended to a transcript, without reading the rest of it.
   *
   * @returns whether all of it is shown.
   */
  async showAppended(source: string): Promise<boolean> {
    const tail = this.#tails.get(source);
    const change = await tail?.read().catch(() => undefined);
    if (tail === undefined || change === "unchanged") return tail !== undefined;
    const shown = this.#shown.get(tail.page);
    const applied = change && shown && applyTail(shown, change);
    if (applied === undefined) {
      this.#tails.delete(source);
      return false;
    }
    this.#shown.set(tail.page, applied.shown);
    this.#listeners.notify(this.#pathOf(tail.page), { type: "patch", patch: applied.patch });
    return true;
  }

  /** Forget everything: no page is open. */
  forget(): void {
    this.#shown.clear();
    this.#tails.clear();
    this.#shelf.forget();
  }

  async #renderIndex(): Promise<string> {
    return renderIndex([await this.#shelf.contents()], { live: this.#shelf.live });
  }

  #update(name: string, text: string | undefined): ShownPage | undefined {
    const before = this.#shown.get(name);
    if (before !== undefined && before.text === text && !before.isAhead) return before;
    if (text === undefined) this.#shown.delete(name);
    const now = text === undefined ? undefined : toShown(text);
    if (now !== undefined) this.#shown.set(name, now);
    if (before !== undefined) {
      const prompt = [...this.#tails.values()].find(({ page }) => page === name)?.prompt;
      const patch = now && patchBetween(before, now, prompt);
      this.#listeners.notify(this.#pathOf(name), patch ? { type: "patch", patch } : { type: "change" });
    }
    return now;
  }

  /** The names of the pages of this project that are open. */
  #open(): string[] {
    const folder = this.#pathOf("");
    return [...this.#listeners.paths].flatMap((path) => (path.startsWith(folder) ? path.slice(folder.length) : []));
  }

  #pathOf(name: string): string {
    return `/${this.#shelf.name}/${name}`;
  }
}
