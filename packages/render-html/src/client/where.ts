import { all, type Scope } from "./dom.ts";

/** Follows the position of the reader. */
export interface ReaderPosition {
  /** Call this after the contents or the page have changed. */
  readonly refresh: () => void;
}

/** Mark the position of the reader in the contents and on the map. */
export function where({ root, signal }: Scope): ReaderPosition {
  let links = new Map<string, HTMLElement>();
  let targets: HTMLElement[] = [];
  let rows: string[] = [];
  let current: HTMLElement | undefined;
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    // A hidden element has no position on the page.
    const shown = targets.filter((one) => one.getClientRects().length > 0);
    let low = 0;
    for (let high = shown.length; low < high;) {
      const middle = (low + high) >> 1;
      if (shown[middle]!.getBoundingClientRect().top < innerHeight / 3) low = middle + 1;
      else high = middle;
    }
    const target = shown[Math.max(0, low - 1)];
    const link = target && links.get(target.id);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!target || !link) return;
    link.setAttribute("aria-current", "location");
    showInside(link);
    drawHere(root, rows.indexOf(target.id));
  };
  const refresh = () => {
    for (const one of all(root, ".side [aria-current]")) one.removeAttribute("aria-current");
    current = undefined;
    links = new Map(all(root, ".side nav a").map((link) => [(link as HTMLAnchorElement).hash.slice(1), link]));
    rows = [...links.keys()];
    targets = all(root, ".main :is(section, article)[id]").filter(({ id }) => links.has(id));
    look();
  };
  const later = () => {
    if (!isWaiting) requestAnimationFrame(look);
    isWaiting = true;
  };
  addEventListener("scroll", later, { passive: true, ...(signal && { signal }) });
  refresh();
  return { refresh };
}

/** Scroll the contents, and nothing else, so that a link is in view. */
function showInside(link: HTMLElement): void {
  const side = link.closest<HTMLElement>(".side");
  if (!side) return;
  const [inner, outer] = [link.getBoundingClientRect(), side.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) side.scrollTop += inner.top - outer.top - outer.height / 3;
}

function drawHere(root: HTMLElement, row: number): void {
  const svg = root.querySelector<SVGSVGElement>("svg.map");
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
