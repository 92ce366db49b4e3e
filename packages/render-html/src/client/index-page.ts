import { all } from "./dom.ts";
import { type FoundItem, SiteSearch } from "./site-search.ts";
import { times } from "./times.ts";

/** How long typing must pause before the text of the pages is searched. */
const typingPauseMs = 200;

const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const results = document.querySelector<HTMLElement>(".results")!;
const folder = search.dataset["index"];
const texts = folder === undefined ? undefined : new SiteSearch(folder);
/** Counts the searches, so that the answer to an earlier one is dropped. */
let searches = 0;
let timer = 0;
search.hidden = false;
times({ root: document.body, isPage: true });
input.addEventListener("input", () => {
  const words = input.value.trim();
  const titles = filterByTitle(words.toLowerCase());
  clearTimeout(timer);
  timer = window.setTimeout(() => void searchText(words, titles), typingPauseMs);
});

// A served index has a second script, which updates the list.
addEventListener("ccdag-changed", () => {
  times({ root: document.body, isPage: true });
  filterByTitle(input.value.trim().toLowerCase());
});

/** Show the sessions whose title contains the words, and the sessions that they continue; returns how many match. */
function filterByTitle(words: string): number {
  let count = 0;
  for (const item of all(document, ".project li").reverse()) {
    const isFound = (item.querySelector("a")!.textContent ?? "").toLowerCase().includes(words);
    item.hidden = !isFound && !item.querySelector("li:not([hidden])");
    if (isFound) count++;
  }
  for (const project of all(document, ".project")) project.hidden = !project.querySelector("li:not([hidden])");
  return count;
}

/** Show the matches in the text of the pages, where there is a search index. */
async function searchText(words: string, titles: number): Promise<void> {
  const number = ++searches;
  const found = words === "" || !texts ? [] : await texts.find(words).catch(() => undefined);
  if (number !== searches) return;
  const items = found?.map((one) => one.item) ?? [];
  results.hidden = items.length === 0;
  results.replaceChildren(...items);
  const { none = "", titlesOnly = "" } = document.body.dataset;
  const count = titles + items.length;
  output.textContent = words === "" ? "" : `${count === 0 ? none : String(count)}${found ? "" : ` ${titlesOnly}`}`;
  if (found) await fillInView(found, () => number === searches);
}

/** How many results are filled at once; the others when they come into view. */
const filledAtOnce = 5;

/** Show what the pages say that were found, one after another, as long as nothing else is searched for. */
async function fillInView(found: readonly FoundItem[], isCurrent: () => boolean): Promise<void> {
  for (const { fill } of found.slice(0, filledAtOnce)) if (isCurrent()) await fill().catch(() => {});
  const later = new Map(found.slice(filledAtOnce).map(({ item, fill }) => [item as Element, fill]));
  const observer = new IntersectionObserver((entries) => {
    if (!isCurrent()) return observer.disconnect();
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void later.get(target)!().catch(() => {});
    }
    return undefined;
  });
  for (const item of later.keys()) observer.observe(item);
}
