import { bringIntoView, markFound, readParameter, reveal, type Scope, word, writeParameter } from "./dom.ts";
import { find } from "./find.ts";

/**
 * Search the words of the page: places are marked, one after the other is gone to.
 *
 * @returns looks again, where something else is shown.
 */
export function search(scope: Scope): () => void {
  const { root } = scope;
  const input = root.querySelector<HTMLInputElement>(".search input");
  const output = root.querySelector<HTMLElement>(".search output");
  if (!input || !output) return () => {};
  let found: Range[] = [];
  let here: Range | undefined;
  let asked = "";
  let at = -1;
  let waiting = 0;
  const look = () => {
    asked = input.value.trim();
    mark("found", found, (found = asked === "" ? [] : find(root, asked)));
    show(undefined);
    at = -1;
    writeParameter(scope, "q", asked);
    say();
  };
  const say = () => {
    const where = at < 0 ? String(found.length) : `${at + 1} ${word(scope, "of")} ${found.length}`;
    output.textContent = asked === "" ? "" : found.length === 0 ? word(scope, "none") : where;
  };
  const show = (range: Range | undefined) => {
    mark("here", here ? [here] : [], range ? [range] : []);
    here = range;
  };
  const go = (direction: 1 | -1) => {
    at = (at + direction + found.length) % found.length;
    const range = found[at]!;
    const place = range.startContainer.parentElement!;
    show(range);
    place.closest<HTMLElement>("article")?.setAttribute("tabindex", "-1");
    reveal(place);
    markFound(root, place.closest("article"));
    bringIntoView(
      () => scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" }),
      () => range.getBoundingClientRect().top,
    );
    say();
  };
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(look, 150);
  });
  input.addEventListener("keydown", (event) => {
    // Whoever has found what they looked for goes on there.
    if (event.key === "Escape") (root.querySelector<HTMLElement>(".found") ?? input).focus({ preventScroll: true });
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(waiting);
    if (asked !== input.value.trim()) look();
    if (found.length > 0) go(event.shiftKey ? -1 : 1);
  });
  const again = () => {
    if (asked === "") return;
    const last = here;
    mark("found", found, (found = find(root, asked)));
    at = last === undefined ? -1 : found.findIndex((range) => isSame(range, last));
    show(found[at]);
    say();
  };
  scope.signal?.addEventListener("abort", () => {
    mark("found", found, []);
    show(undefined);
  });
  const given = readParameter(scope, "q");
  if (given !== undefined) {
    input.value = given;
    look();
  }
  return again;
}

function isSame(one: Range, other: Range): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset;
}

/** Mark places without a change to the page; where a browser cannot, they are only gone to. Others may mark theirs, too. */
function mark(name: string, before: readonly Range[], now: readonly Range[]): void {
  if (typeof Highlight === "undefined") return;
  const marks = CSS.highlights.get(name) ?? new Highlight();
  for (const range of before) marks.delete(range);
  for (const range of now) marks.add(range);
  CSS.highlights.set(name, marks);
}
