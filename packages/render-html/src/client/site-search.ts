import { eachWord, wordsOf } from "../search/each-word.ts";
import { findPages } from "../search/find-pages.ts";
import { type SearchIndex, searchPaths } from "../search/index-files.ts";
import { toLocal } from "./times.ts";

/** How many pages are shown at most, and how many messages of each. */
const maxPages = 20;
const maxMessages = 3;

/** How much of a message is shown: so many characters before a word that was found, and so many in all. */
const [before, length] = [60, 240] as const;

declare global {
  interface Window {
    /** Called by each file of the search index. */
    ccdagSearch?: (name: string, content: string) => void;
  }
}

type Message = readonly [id: string, time: string, text: string];

/** A page that was found. */
export interface FoundItem {
  /** An item of a list, with the title of its session. */
  readonly item: HTMLElement;
  /** Adds the messages that match. */
  readonly fill: () => Promise<void>;
}

/** Searches the pages of a site. Its files are scripts, which a page can load from a server and from files alike. */
export class SiteSearch {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<string>>();
  readonly #waiting = new Map<string, (content: string) => void>();

  /** @param folder the folder of the search index, with `/` at its end. */
  constructor(folder: string) {
    this.#folder = folder;
    window.ccdagSearch = (name, content) => this.#waiting.get(name)?.(content);
  }

  /**
   * Find pages by their words.
   *
   * @throws an error if the search index cannot be loaded.
   */
  async find(query: string): Promise<FoundItem[]> {
    const index = JSON.parse(await this.#load(searchPaths.index)) as SearchIndex;
    const found = await findPages(index, query, (path) => this.#load(path));
    return found.slice(0, maxPages).map(({ path }) => {
      const item = document.createElement("li");
      item.append(toLink(titleOf(path), path));
      return { item, fill: async () => item.append(...(await this.#matches(path, query))) };
    });
  }

  async #matches(path: string, query: string): Promise<HTMLElement[]> {
    const words = wordsOf(query);
    const messages = JSON.parse(await unpack(await this.#load(searchPaths.text(path)))) as Message[];
    const ranked = messages.map((message) => ({ message, count: countWords(message[2], words) }));
    const best = ranked.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return best.slice(0, maxMessages).map(({ message: [id, time, text] }) => {
      const paragraph = document.createElement("p");
      if (time !== "") paragraph.append(toLink(toTime(time), `${path}#${encodeURIComponent(id)}`), " ");
      paragraph.append(...excerpt(text, words));
      return paragraph;
    });
  }

  #load(path: string): Promise<string> {
    const known = this.#files.get(path);
    if (known) return known;
    const loading = new Promise<string>((resolve, reject) => {
      this.#waiting.set(path, resolve);
      const script = document.createElement("script");
      script.src = `${this.#folder}${path}`;
      script.addEventListener("load", () => {
        script.remove();
        reject(new Error(path));
      });
      script.addEventListener("error", () => {
        // The next search tries again.
        this.#files.delete(path);
        script.remove();
        reject(new Error(path));
      });
      document.head.append(script);
    });
    this.#files.set(path, loading);
    return loading;
  }
}

async function unpack(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** How many of the words, or of those that begin with them, are in a text. */
function countWords(text: string, words: readonly string[]): number {
  const found = new Set<string>();
  eachWord(text, (own) => {
    for (const word of words) if (own.startsWith(word)) found.add(word);
  });
  return found.size;
}

/** The part of a text around the first of some words, and these words marked. */
function excerpt(text: string, words: readonly string[]): Node[] {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const isFound = (own: string) => wordsOf(own).some((one) => words.some((word) => one.startsWith(word)));
  const found = [...plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].filter(([own]) => isFound(own));
  const from = Math.max(0, (found[0]?.index ?? 0) - before);
  const nodes: Node[] = [document.createTextNode(from > 0 ? "…" : "")];
  let at = from;
  for (const { index, 0: own } of found) {
    if (index + own.length > from + length) break;
    nodes.push(document.createTextNode(plain.slice(at, index)));
    nodes.push(Object.assign(document.createElement("mark"), { textContent: own }));
    at = index + own.length;
  }
  const end = Math.max(at, from + length);
  return [...nodes, document.createTextNode(`${plain.slice(at, end)}${end < plain.length ? "…" : ""}`)];
}

/** The title of the session of a page, and which of its pages it is. */
function titleOf(path: string): string {
  const [, part] = /\.part(\d+)\.html$/.exec(path) ?? [];
  const first = path.replace(/\.part\d+\.html$/, ".html");
  const link = [...document.querySelectorAll<HTMLElement>(".project a")].find(
    (one) => one.getAttribute("href") === first,
  );
  return `${link?.textContent ?? first}${part === undefined ? "" : ` (${part})`}`;
}

function toTime(iso: string): HTMLElement {
  const time = document.createElement("time");
  time.setAttribute("datetime", iso);
  time.textContent = iso.slice(0, 19).replace("T", " ");
  toLocal(time);
  return time;
}

function toLink(words: string | Node, address: string): HTMLElement {
  const link = document.createElement("a");
  link.href = address;
  link.append(words);
  return link;
}
