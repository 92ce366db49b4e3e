import { all, type Scope } from "./dom.ts";

/** Mark in the contents and on the map where the reader is. */
export function where({ root, isPage }: Scope): void {
  const links = new Map(
    all(root, ".side nav a").map((link) => [decodeURIComponent((link as HTMLAnchorElement).hash.slice(1)), link]),
  );
  const svg = root.querySelector<SVGSVGElement>("svg.map");
  const rows = [...links.keys()];
  let current: HTMLElement | undefined;
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    const places = all(root, ".main :is(section, article)[id]").filter(({ id }) => links.has(id));
    let low = 0;
    for (let high = places.length; low < high;) {
      const middle = (low + high) >> 1;
      if (places[middle]!.getBoundingClientRect().top < innerHeight / 3) low = middle + 1;
      else high = middle;
    }
    const place = places[Math.max(0, low - 1)];
    const link = place && links.get(place.id);
    if (!place || link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    link?.setAttribute("aria-current", "location");
    if (svg) drawHere(svg, rows.indexOf(place.id));
  };
  if (isPage)
    addEventListener(
      "scroll",
      () => {
        if (!isWaiting) requestAnimationFrame(look);
        isWaiting = true;
      },
      { passive: true },
    );
  look();
}

function drawHere(svg: SVGSVGElement, row: number): void {
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
