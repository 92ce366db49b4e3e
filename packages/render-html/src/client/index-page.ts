import { all } from "./dom.ts";
import { times } from "./times.ts";

/** What Pagefind gives; https://pagefind.app/docs/api/ */
interface Pagefind {
  search: (words: string) => Promise<{ results: Array<{ data: () => Promise<Found> }> }>;
}
interface Found {
  url: string;
  excerpt: string;
  meta: { title?: string };
  sub_results?: Array<{ title: string; url: string; excerpt: string }>;
}

/** Pages and places that are shown at most. */
const maxPages = { pages: 20, places: 3 };

const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const results = document.querySelector<HTMLElement>(".results")!;
let asked = 0;
let waiting = 0;
search.hidden = false;
times({ root: document.body, isPage: true });
input.addEventListener("input", () => {
  const words = input.value.trim();
  const titles = byTitle(words.toLowerCase());
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void byWords(words, titles), 200);
});

/** Show the sessions whose title has the words, and those that they continue; how many. */
function byTitle(words: string): number {
  let count = 0;
  for (const item of all(document, ".project li").reverse()) {
    const isFound = (item.querySelector("a")!.textContent ?? "").toLowerCase().includes(words);
    item.hidden = !isFound && !item.querySelector("li:not([hidden])");
    if (isFound) count++;
  }
  for (const project of all(document, ".project")) project.hidden = !project.querySelector("li:not([hidden])");
  return count;
}

/** Show the places where the words are said, where there is an index of them. */
async function byWords(words: string, titles: number): Promise<void> {
  const time = ++asked;
  const pagefind = words === "" ? undefined : await load();
  const found = pagefind ? (await pagefind.search(words)).results.slice(0, maxPages.pages) : [];
  const pages = await Promise.all(found.map((one) => one.data()));
  if (time !== asked) return;
  const meant = pages.filter(({ excerpt }) => hasWords(excerpt, words));
  results.hidden = meant.length === 0;
  results.replaceChildren(...meant.map(toItem));
  const { none = "", titlesOnly = "" } = document.body.dataset;
  const count = titles + meant.length;
  const note = search.dataset["pagefind"] !== undefined && !pagefind ? ` ${titlesOnly}` : "";
  output.textContent = words === "" ? "" : `${count === 0 ? none : String(count)}${note}`;
}

/** Pagefind gives what is near where nothing has the words: what it marks must begin as one of them does. */
function hasWords(excerpt: string, words: string): boolean {
  const begins = words
    .toLowerCase()
    .split(/\s+/)
    .map((one) => one.slice(0, Math.max(3, one.length - 3)));
  const marks = [...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, mark]) => mark!.toLowerCase());
  return marks.length === 0 || marks.some((mark) => begins.some((one) => mark.includes(one)));
}

let loading: Promise<Pagefind | undefined> | undefined;
/** A page that was opened from a file has no index: nothing may be fetched there. */
function load(): Promise<Pagefind | undefined> {
  const address = search.dataset["pagefind"];
  if (address === undefined || location.protocol === "file:") return Promise.resolve(undefined);
  loading ??= (import(new URL(address, location.href).href) as Promise<Pagefind>).catch(() => undefined);
  return loading;
}

function toItem({ url, excerpt, meta, sub_results: places = [] }: Found): HTMLElement {
  const item = document.createElement("li");
  item.append(toLink(meta.title ?? url, url));
  const shown = places.filter((place) => place.url !== url).slice(0, maxPages.places);
  if (shown.length === 0) item.append(toWords(excerpt));
  for (const place of shown) {
    const line = toWords(place.excerpt);
    line.prepend(toLink(place.title, place.url), " ");
    item.append(line);
  }
  return item;
}

function toLink(words: string, url: string): HTMLElement {
  const link = document.createElement("a");
  link.href = url;
  link.textContent = words;
  return link;
}

/** An excerpt has marks and is escaped; only the marks become elements. */
function toWords(excerpt: string): HTMLElement {
  const line = document.createElement("p");
  const parsed = new DOMParser().parseFromString(excerpt, "text/html").body;
  for (const node of parsed.childNodes) {
    const isMark = node.nodeName === "MARK";
    line.append(
      isMark
        ? Object.assign(document.createElement("mark"), { textContent: node.textContent })
        : (node.textContent ?? ""),
    );
  }
  return line;
}
