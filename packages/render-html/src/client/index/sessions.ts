import { all, readParameter, type Scope, word, writeParameter } from "../dom.ts";
import { charts } from "./charts.ts";
import { controlNames, Controls } from "./controls.ts";
import { describeShown } from "./count.ts";
import { type Filter, matchesFacts, matchesWords, showRows } from "./filter.ts";
import { type Grouping, groupRows } from "./group.ts";
import { listen } from "./listen.ts";
import { readRows, type ShownSession } from "./read-rows.ts";

/** The list of sessions with its filters, as the page has it now. */
export class Sessions {
  readonly #scope: Scope;
  readonly #list: HTMLElement;
  readonly #rows: readonly ShownSession[];
  readonly #byHref: ReadonlyMap<string, ShownSession>;
  readonly #controls: Controls;
  readonly #words: () => string;

  /**
   * @param scope the page; with its signal the list ends.
   * @param words returns the words that are searched for.
   * @param changed called when the reader changes a filter.
   * @param reset called when the reader removes all filters.
   */
  constructor(scope: Scope, words: () => string, changed: () => void, reset: () => void) {
    this.#scope = scope;
    this.#words = words;
    this.#list = scope.root.querySelector<HTMLElement>(".list")!;
    this.#rows = readRows(this.#list);
    this.#byHref = new Map(this.#rows.map((row) => [row.link.getAttribute("href") ?? "", row]));
    this.#controls = new Controls(scope, changed);
    charts(scope, this.#controls, changed);
    for (const hidden of all(scope.root, ".choices")) hidden.hidden = false;
    for (const zone of all(scope.root, ".zone")) zone.textContent = word(scope, "local");
    for (const button of all(scope.root, "[data-group]"))
      listen(scope, button, "click", () => this.#choose(button.dataset["group"] as Grouping));
    listen(scope, this.#reset, "click", () => {
      this.#controls.clear();
      reset();
    });
    // Days are those of the reader.
    if (this.#list.dataset["by"] === "day")
      this.#group(readParameter(scope, "group") === "project" ? "project" : "day");
  }

  /** Show the sessions that match the filters; returns how many match. */
  show(): number {
    const filter = this.#filter();
    const shown = showRows(this.#list, this.#rows, (row) => matchesFacts(row, filter) && matchesWords(row, filter));
    const count = this.#scope.root.querySelector(".count");
    if (count) count.textContent = describeShown(this.#scope, shown, this.#rows.length);
    if (this.#reset) this.#reset.hidden = Object.values(filter).every((value) => value.length === 0);
    return shown.length;
  }

  /** Whether a session matches the filters, whatever its words are; by the address of its page. */
  matchesFacts(href: string): boolean {
    const row = this.#byHref.get(href);
    return row === undefined || matchesFacts(row, this.#filter());
  }

  /** The title of a session, by the address of its page. */
  titleOf(href: string): string | undefined {
    return this.#byHref.get(href)?.link.textContent;
  }

  get #reset(): HTMLElement | null {
    return this.#scope.root.querySelector<HTMLElement>('[data-do="reset"]');
  }

  #filter(): Filter {
    const words = this.#words().toLowerCase().split(/\s+/).filter(Boolean);
    const [project = "", client = "", model = "", from = "", to = ""] = controlNames.map((name) =>
      this.#controls.get(name),
    );
    return { project, client, model, from, to, words };
  }

  #choose(by: Grouping): void {
    writeParameter(this.#scope, "group", by === "day" ? "" : by);
    this.#group(by);
    this.show();
  }

  #group(by: Grouping): void {
    groupRows(this.#list, this.#rows, by, {
      project: (number) => this.#controls.labelOf("project", number),
      noTime: word(this.#scope, "noTime"),
    });
    for (const button of all(this.#scope.root, "[data-group]"))
      button.setAttribute("aria-pressed", String(button.dataset["group"] === by));
  }
}
