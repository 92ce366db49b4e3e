import { all, around, byName, foundIn, type Scope, word } from "./dom.ts";

/** Follows the position of the reader. */
export interface ReaderPosition {
  /** Call this after the contents or the page have changed. */
  readonly refresh: () => void;
}

/** Mark the position of the reader in the contents and on the map, and name the turn in the bar. */
export function where(scope: Scope): ReaderPosition {
  const { root, signal } = scope;
  const [turnLink] = around(root, ".bar > .at") as HTMLAnchorElement[];
  let links = new Map<string, HTMLElement>();
  let targets: HTMLElement[] = [];
  let turns: HTMLElement[] = [];
  let rows: string[] = [];
  let current: HTMLElement | undefined;
  let isWaiting = false;
  let map: SVGSVGElement | undefined;
  const look = () => {
    isWaiting = false;
    const found = foundIn(root);
    // Several short turns may begin near the place where the reader went.
    const isBefore =
      found && isWhereOneGoes(found)
        ? (one: Element) => one === found || (found.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) > 0
        : (one: Element) => topOf(one) < innerHeight / 3;
    if (turnLink) nameTurn(turnLink, lastOf(turns, isBefore), word(scope, "turn"));
    const target = lastOf(targets, isBefore) ?? targets[shownFrom(targets, 0, targets.length)];
    const link = target && links.get(target.id);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!target || !link) return;
    link.setAttribute("aria-current", "location");
    showInside(link);
    drawHere(map, rows.indexOf(target.id));
  };
  const later = () => {
    if (!isWaiting) requestAnimationFrame(look);
    isWaiting = true;
  };
  const refresh = () => {
    for (const one of around(root, "[aria-current]")) one.removeAttribute("aria-current");
    current = undefined;
    links = new Map(around(root, "nav a").map((link) => [(link as HTMLAnchorElement).hash.slice(1), link]));
    map = around(root, "svg.map")[0] as unknown as SVGSVGElement | undefined;
    turns = all(root, ".main .turn");
    rows = [...links.keys()];
    targets = rows.flatMap((name) => {
      const target = byName(root, name);
      return target?.matches("section, article") ? [target] : [];
    });
    later();
  };
  addEventListener("scroll", later, { passive: true, ...(signal && { signal }) });
  refresh();
  return { refresh };
}

/** The last target for which something is true that is true of all before it. Few are looked at: a browser lays out what it measures. */
function lastOf(targets: readonly HTMLElement[], isBefore: (one: HTMLElement) => boolean): HTMLElement | undefined {
  let last: HTMLElement | undefined;
  let low = 0;
  for (let high = targets.length; low < high;) {
    const middle = (low + high) >> 1;
    const at = shownFrom(targets, middle, high);
    if (at === high) high = middle;
    else if (isBefore(targets[at]!)) {
      last = targets[at];
      low = at + 1;
    } else high = middle;
  }
  return last;
}

function topOf(one: Element): number {
  return one.getBoundingClientRect().top;
}

/** Whether an element begins at the top of the window, or, where the page ends, anywhere in it. */
function isWhereOneGoes(one: Element): boolean {
  const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const top = topOf(one);
  return one.checkVisibility() && top > -2 && top < (isEnd ? innerHeight : innerHeight / 3);
}

/** The index of the first target from one on that has a position on the page; `to` where all are hidden. */
function shownFrom(targets: readonly HTMLElement[], from: number, to: number): number {
  let at = from;
  while (at < to && targets[at]!.getClientRects().length === 0) at++;
  return at;
}

/**
 * In a long turn its line is out of view: the bar has its number, as a link to its beginning.
 *
 * @param link the link in the bar.
 * @param last the last turn that begins before the place of the reader, who may be behind its end.
 * @param name the word for a turn.
 */
function nameTurn(link: HTMLAnchorElement, last: HTMLElement | undefined, name: string): void {
  const turn = last && last.getBoundingClientRect().bottom > link.parentElement!.clientHeight ? last : undefined;
  const words = turn ? `${name} ${turn.dataset["turn"]}` : "";
  // A turn that began on an earlier page has no beginning here.
  const address = turn && turn.id !== "" ? `#${turn.id}` : "";
  if (link.textContent === words && link.hash === address) return;
  link.hidden = words === "";
  link.textContent = words;
  if (address === "") link.removeAttribute("href");
  else link.href = address;
}

/** Scroll the contents, and nothing else, so that a link is in view. */
function showInside(link: HTMLElement): void {
  const side = link.closest<HTMLElement>(".side");
  if (!side || link.getClientRects().length === 0) return;
  const [inner, outer] = [link.getBoundingClientRect(), side.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) side.scrollTop += inner.top - outer.top - outer.height / 3;
}

function drawHere(svg: SVGSVGElement | undefined, row: number): void {
  if (!svg) return;
  let here = svg.querySelector<SVGRectElement>(".here");
  if (!here) {
    here = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    here.setAttribute("class", "here");
    here.setAttribute("width", String(svg.viewBox.baseVal.width));
    here.setAttribute("height", "1");
    svg.prepend(here);
  }
  here.setAttribute("y", String(row));
}
