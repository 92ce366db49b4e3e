import { all } from "./dom.ts";
import { times } from "./times.ts";

/** The part of Pagefind's API that is used here; https://pagefind.app/docs/api/ */
interface Pagefind {
  init: () => Promise<void>;
  mergeIndex: (folder: string) => Promise<void>;
  search: (words: string) => Promise<{ results: Array<{ data: () => Promise<Found> }> }>;
}
interface Found {
  url: string;
  excerpt: string;
  meta: { title?: string };
  sub_results?: Array<{ title: string; url: string; excerpt: string }>;
}

/** How many pages are shown at most, and how many matches of each. */
const maxPages = 20;
const maxMatchesPerPage = 3;

/** How long typing must pause before the text of the pages is searched. */
const typingPauseMs = 200;

const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const results = document.querySelector<HTMLElement>(".results")!;
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
  const pagefind = words === "" ? undefined : await load();
  const found = pagefind ? (await pagefind.search(words)).results.slice(0, maxPages) : [];
  const pages = await Promise.all(found.map((one) => one.data()));
  if (number !== searches) return;
  const matching = pages.filter(({ excerpt }) => hasWords(excerpt, words));
  results.hidden = matching.length === 0;
  results.replaceChildren(...matching.map(toItem));
  const { none = "", titlesOnly = "" } = document.body.dataset;
  const count = titles + matching.length;
  const note = search.dataset["pagefind"] !== undefined && !pagefind ? ` ${titlesOnly}` : "";
  output.textContent = words === "" ? "" : `${count === 0 ? none : String(count)}${note}`;
}

/** Pagefind returns similar words where nothing matches: what it marks must contain the beginning of one of the words. */
function hasWords(excerpt: string, words: string): boolean {
  const begins = words
    .toLowerCase()
    .split(/\s+/)
    .map((one) => one.slice(0, Math.max(3, one.length - 3)));
  const marks = [...excerpt.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, mark]) => mark!.toLowerCase());
  return marks.length === 0 || marks.some((mark) => begins.some((one) => mark.includes(one)));
}

let loading: Promise<Pagefind | undefined> | undefined;
/** Load Pagefind. A page that was opened from a file has no search: it may fetch nothing. */
function load(): Promise<Pagefind | undefined> {
  const address = search.dataset["pagefind"];
  if (address === undefined || location.protocol === "file:") return Promise.resolve(undefined);
  loading ??= loadFrom(address).catch(() => undefined);
  return loading;
}

async function loadFrom(address: string): Promise<Pagefind> {
  const pagefind = (await import(new URL(address, location.href).href)) as Pagefind;
  const more = search.dataset["more"]?.split(" ") ?? [];
  if (more.length > 0) await pagefind.init();
  // One that is missing does not keep the others from being searched.
  await Promise.allSettled(more.map((folder) => pagefind.mergeIndex(new URL(folder, location.href).href)));
  return pagefind;
}

function toItem({ url, excerpt, meta, sub_results: matches = [] }: Found): HTMLElement {
  const item = document.createElement("li");
  item.append(toLink(meta.title ?? url, url));
  const shown = matches.filter((match) => match.url !== url).slice(0, maxMatchesPerPage);
  if (shown.length === 0) item.append(toParagraph(excerpt));
  for (const match of shown) {
    const paragraph = toParagraph(match.excerpt);
    paragraph.prepend(toLink(match.title, match.url), " ");
    item.append(paragraph);
  }
  return item;
}

function toLink(words: string, url: string): HTMLElement {
  const link = document.createElement("a");
  link.href = url;
  link.textContent = words;
  return link;
}

/** An excerpt as a paragraph. It is HTML with `<mark>`; only the marks become elements. */
function toParagraph(excerpt: string): HTMLElement {
  const paragraph = document.createElement("p");
  const parsed = new DOMParser().parseFromString(excerpt, "text/html").body;
  for (const node of parsed.childNodes) {
    const isMark = node.nodeName === "MARK";
    paragraph.append(
      isMark
        ? Object.assign(document.createElement("mark"), { textContent: node.textContent })
        : (node.textContent ?? ""),
    );
  }
  return paragraph;
}
