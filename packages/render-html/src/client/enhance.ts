import { all, byName, canBeSeen, goTo, notify, type Scope, word } from "./dom.ts";
import { filters } from "./filters.ts";
import { sections } from "./folds.ts";
import { keys } from "./keys.ts";
import { type LeafPath, path } from "./path.ts";
import { print } from "./print.ts";
import { search } from "./search.ts";
import { theme } from "./theme.ts";
import { times } from "./times.ts";
import { visible } from "./visible.ts";
import { where } from "./where.ts";

/** A page that does what it can. */
export interface Enhanced {
  readonly show: LeafPath["show"];
  /** The content has changed. */
  readonly refresh: () => void;
}

/** Make a page, or a part of one, do what it can: everything is there to read without it. */
export function enhance(scope: Scope): Enhanced {
  const { root, isPage } = scope;
  for (const one of all(root, ".search, .filters")) one.hidden = false;
  contents(scope);
  times(scope);
  const place = where(scope);
  const again = search(scope);
  const changed = () => {
    place.refresh();
    again();
  };
  const kinds = filters(scope, changed);
  keys(scope, { setSections: sections(scope), nextTheme: theme(scope) });
  const dress = visible(scope);
  const shown = path(scope, changed);
  /** Whoever goes to what is hidden wants to see it. */
  const uncover = (target: HTMLElement) => {
    if (target.closest(".off-path")) shown.set(undefined);
    if (!canBeSeen(target)) kinds.showAll();
  };
  if (isPage) followAddress(scope, uncover);
  else followLinks(scope, uncover);
  if (isPage) print(scope);
  return {
    show: shown.show,
    refresh() {
      times(scope);
      kinds.refresh();
      dress();
      shown.refresh();
    },
  };
}

/** Where there is little room, the contents are folded, and a button leads to them. */
function contents({ root, isPage }: Scope): void {
  const section = root.querySelector<HTMLDetailsElement>(".side > details");
  const button = root.querySelector<HTMLElement>('[data-do="contents"]');
  if (!section) button?.remove();
  if (section && matchMedia("(max-width: 64rem)").matches) section.open = false;
  button?.addEventListener("click", () => {
    section!.open = true;
    section!.scrollIntoView({ block: "nearest", behavior: "instant" });
    section!.querySelector("summary")?.focus({ preventScroll: true });
    if (isPage) scrollTo({ top: 0, behavior: "instant" });
  });
}

/** Go where the address leads; where that is on another page, say so. */
function followAddress(scope: Scope, uncover: (target: HTMLElement) => void): void {
  const { root } = scope;
  const go = () => {
    const name = location.hash.slice(1);
    const target = byName(root, name);
    notify(scope, "elsewhere", name !== "" && !target ? word(scope, "elsewhere") : "");
    if (target?.matches(".main")) target.focus();
    else if (target) {
      uncover(target);
      goTo(root, target);
    }
  };
  addEventListener("hashchange", go);
  go();
}

/** In a part of a page an address of the page would lead nowhere. */
function followLinks({ root }: Scope, uncover: (target: HTMLElement) => void): void {
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#'], svg a");
    const place = link ? byName(root, (link.getAttribute("href") ?? "").slice(1)) : undefined;
    if (!place) return;
    event.preventDefault();
    uncover(place);
    goTo(root, place);
  });
}
