import { all } from "./dom.ts";

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
const most = { pages: 20, places: 3 };

const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const results = document.querySelector<HTMLElement>(".results")!;
let asked = 0;
let waiting = 0;
search.hidden = false;
input.addEventListener("input", () => {
  byTitle(input.value.trim().toLowerCase());
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void byWords(input.value.trim()), 200);
});

/** Show the sessions whose title has the words, and those that they continue. */
function byTitle(words: string): void {
  let count = 0;
  for (const item of all(document, ".project li").reverse()) {
    const isFound = (item.querySelector("a")!.textContent ?? "").toLowerCase().includes(words);
    item.hidden = !isFound && !item.querySelector("li:not([hidden])");
    if (isFound) count++;
  }
  for (const project of all(document, ".project")) project.hidden = !project.querySelector("li:not([hidden])");
  output.textContent = words === "" ? "" : count === 0 ? (document.body.dataset["none"] ?? "") : String(count);
}

/** Show the places where the words are said, where there is an index of them. */
async function byWords(words: string): Promise<void> {
  const time = ++asked;
  const pagefind = words === "" ? undefined : await load();
  const found = pagefind ? (await pagefind.search(words)).results.slice(0, most.pages) : [];
  const pages = await Promise.all(found.map((one) => one.data()));
  if (time !== asked) return;
  results.hidden = pages.length === 0;
  results.replaceChildren(...pages.map(toItem));
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
  const shown = places.filter((place) => place.url !== url).slice(0, most.places);
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
