import { all, type Scope, word } from "../dom.ts";
import { type FoundHere, type ListedHere, makeGroup, sessionOption, textGroup } from "./found.ts";
import style from "./palette.css";

/** How many sessions are shown by their titles. */
const maxSessions = 8;
/** How long typing must pause before texts are searched, and how often is said how many were found, in milliseconds. */
const [typingPauseMs, countPauseMs] = [120, 1000] as const;
/** Shorter words are in every session. */
const minLetters = 2;

/**
 * Find sessions by their titles, and what was said in all of them, from any page of a server: Ctrl+K opens it. On an index a button
 * opens it, and so does Enter, with the words of the search field: the field itself knows only titles.
 *
 * @param scope the page.
 * @param address the address of the event stream; those of the list and of the search are below it.
 */
export function palette(scope: Scope, address: string): void {
  let shown: Palette | undefined;
  const open = (words = "") => {
    shown ??= new Palette(scope, address);
    shown.open(words);
  };
  const button = scope.root.querySelector<HTMLElement>(".search > [data-do=texts]");
  const field = button?.parentElement?.querySelector("input");
  button?.addEventListener("click", () => open(field?.value));
  field?.addEventListener("keydown", ({ key }) => key === "Enter" && open(field.value));
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open(field?.value);
  });
}

class Palette {
  readonly #scope: Scope;
  readonly #address: string;
  readonly #dialog = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("div");
  readonly #output = document.createElement("output");
  #sessions: readonly ListedHere[] = [];
  #search: EventSource | undefined;
  #timer = 0;
  /** The groups of texts that were found, by the address of their session. */
  readonly #groups = new Map<string, HTMLElement>();
  #texts = 0;
  #counted = 0;

  constructor(scope: Scope, address: string) {
    [this.#scope, this.#address] = [scope, address];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
    const label = word(scope, "findAll");
    Object.assign(this.#input, { type: "search", placeholder: label, autocomplete: "off" });
    this.#list.id = "palette-list";
    setAttributes(this.#list, { role: "listbox", "aria-label": label });
    setAttributes(this.#input, {
      role: "combobox",
      "aria-label": label,
      "aria-expanded": "true",
      "aria-controls": this.#list.id,
    });
    this.#dialog.className = "palette";
    this.#dialog.setAttribute("aria-label", label);
    this.#dialog.append(this.#input, this.#list, this.#output);
    this.#input.addEventListener("input", () => this.#update());
    this.#dialog.addEventListener("keydown", (event) => this.#press(event));
    this.#dialog.addEventListener("close", () => this.#stop());
    this.#dialog.addEventListener("click", ({ target }) => target === this.#dialog && this.#dialog.close());
    scope.root.append(this.#dialog);
  }

  /** @param words what is searched for; empty for what was searched for before. */
  open(words: string): void {
    if (this.#dialog.open) return;
    if (words !== "") this.#input.value = words;
    this.#dialog.showModal();
    this.#input.select();
    this.#update();
    void fetch(`${this.#address}/sessions`)
      .then(async (response) => (this.#sessions = (await response.json()) as ListedHere[]))
      .then(() => this.#showTitles())
      .catch(() => {});
  }

  #update(): void {
    this.#stop();
    this.#groups.clear();
    this.#list.replaceChildren();
    this.#showTitles();
    const words = this.#input.value.trim();
    const isSearched = words.length >= minLetters;
    this.#output.textContent = isSearched ? word(this.#scope, "searching") : "";
    if (isSearched) this.#timer = window.setTimeout(() => this.#searchTexts(words), typingPauseMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#search?.close();
  }

  /** The sessions whose title or project has all words, the newest first. */
  #showTitles(): void {
    const words = this.#input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = ({ title, project }: ListedHere) =>
      words.every((one) => `${title} ${project}`.toLowerCase().includes(one));
    const found = this.#sessions.filter(isWanted).slice(0, maxSessions);
    this.#list.querySelector(".titles")?.remove();
    if (found.length === 0) return;
    const group = makeGroup(word(this.#scope, "sessions"));
    group.classList.add("titles");
    group.append(...found.map(sessionOption));
    this.#list.prepend(group);
    if (this.#chosen === undefined) this.#choose(0);
  }

  #searchTexts(words: string): void {
    this.#texts = 0;
    this.#search = new EventSource(`${this.#address}/search?${new URLSearchParams({ q: words }).toString()}`);
    this.#search.addEventListener("found", ({ data }: MessageEvent<string>) =>
      this.#add(JSON.parse(data) as FoundHere),
    );
    for (const end of ["end", "error"])
      this.#search.addEventListener(end, () => {
        this.#search?.close();
        this.#count(true);
      });
  }

  /** Groups are added below the others, so that nothing moves under the reader. */
  #add(found: FoundHere): void {
    const key = `${found.project}/${found.page}`;
    const group = textGroup(found);
    const before = this.#groups.get(key);
    this.#groups.set(key, group);
    this.#texts += found.count;
    if (found.count === 0) before?.remove();
    else if (before) before.replaceWith(group);
    else this.#list.append(group);
    if (this.#chosen === undefined) this.#choose(0);
    this.#count(false);
  }

  /** Say how much was found; a screen reader would read each number. */
  #count(isAll: boolean): void {
    const now = performance.now();
    if (!isAll && now - this.#counted < countPauseMs) return;
    this.#counted = now;
    const none = this.#options.length === 0 ? word(this.#scope, "nowhere") : "";
    const found = this.#texts === 0 ? none : `${this.#texts} ${word(this.#scope, "found")}`;
    this.#output.textContent = isAll ? found : `${found} · ${word(this.#scope, "searching")}`;
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    const options = this.#options;
    const at = options.indexOf(this.#chosen!);
    if (key === "ArrowDown") this.#choose(Math.min(at + 1, options.length - 1));
    else if (key === "ArrowUp") this.#choose(Math.max(at - 1, 0));
    // A search field would be emptied first.
    else if (key === "Escape") this.#dialog.close();
    else if (key === "Enter") this.#go(event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  #go(isElsewhere: boolean): void {
    const chosen = this.#chosen as HTMLAnchorElement | undefined;
    if (chosen === undefined) return;
    if (isElsewhere) window.open(chosen.href, "_blank", "noopener");
    else location.assign(chosen.href);
    if (!isElsewhere) this.#dialog.close();
  }

  get #options(): HTMLElement[] {
    return all(this.#list, '[role="option"]');
  }

  get #chosen(): HTMLElement | undefined {
    return this.#list.querySelector<HTMLElement>('[aria-selected="true"]') ?? undefined;
  }

  #choose(at: number): void {
    const before = this.#chosen;
    const next = this.#options[at];
    before?.removeAttribute("aria-selected");
    before?.removeAttribute("id");
    if (!next) return;
    setAttributes(next, { "aria-selected": "true", id: "palette-chosen" });
    this.#input.setAttribute("aria-activedescendant", "palette-chosen");
    next.scrollIntoView({ block: "nearest" });
  }
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
