import { callDiffs } from "./call-diffs.ts";
import { copyLine } from "./copy-line.ts";
import { around, byName, goTo, notify, type Scope, word } from "./dom.ts";
import { embed } from "./embed.ts";
import { filters } from "./filters.ts";
import { canBeSeen } from "./hidden.ts";
import { keys } from "./keys.ts";
import { type LeafPath, path } from "./path.ts";
import { play } from "./play/play.ts";
import { print } from "./print.ts";
import { search } from "./page-search.ts";
import { sections } from "./sections.ts";
import { theme } from "./theme.ts";
import { times } from "./times.ts";
import { visible } from "./visible.ts";
import { where } from "./where.ts";

/** The controls of an enhanced page. */
export interface Enhanced {
  readonly show: LeafPath["show"];
  /** Call this after the content has changed. */
  readonly refresh: () => void;
}

/** Add search, filters, keys and the other views to a page or a mounted view. All content is readable without them. */
export function enhance(scope: Scope): Enhanced {
  const { root, isPage } = scope;
  for (const one of around(root, ".search, .filters")) one.hidden = false;
  contents(scope);
  times(scope);
  copyLine(scope);
  callDiffs(scope);
  if (isPage) embed(scope);
  const position = where(scope);
  const searchAgain = search(scope, (found) => kinds.setFound(found));
  const changed = () => {
    position.refresh();
    searchAgain();
  };
  const kinds = filters(scope, changed);
  const setSections = sections(scope);
  const nextTheme = theme(scope);
  const refreshVisible = visible(scope);
  const shown = path(scope, changed);
  keys(scope, { setSections, nextTheme, play: play(scope) });
  /** A reader who goes to a hidden element wants to see it. */
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
      copyLine(scope);
      kinds.refresh();
      refreshVisible();
      shown.refresh();
    },
  };
}

/** On a narrow screen the contents are collapsed, and a button leads to them. */
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

/** Go to the target of the address; show a notice where it is on another page. */
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

/** A mounted view handles its links itself: the address of the page would not lead into its shadow tree. */
function followLinks({ root }: Scope, uncover: (target: HTMLElement) => void): void {
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#'], svg a");
    const target = link ? byName(root, (link.getAttribute("href") ?? "").slice(1)) : undefined;
    if (!target) return;
    event.preventDefault();
    uncover(target);
    goTo(root, target);
  });
}
