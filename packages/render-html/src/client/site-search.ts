import { eachWord, wordsOf } from "../search/each-word.ts";
import { findPages, type FoundPage } from "../search/find-pages.ts";
import { type SearchIndex, type SearchMessage, searchPaths } from "../search/index-files.ts";
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
  readonly #titleOf: (path: string) => string | undefined;
  readonly #waiting = new Map<string, (content: string) => void>();
  #index: Promise<SearchIndex> | undefined;
  /** The texts of files with words. What pages say is not kept: it is much more. */
  readonly #blocks = new Map<string, Promise<string>>();

  /**
   * @param folder the folder of the search index, with `/` at its end.
   * @param titleOf the title of a session, by the path of its first page.
   */
  constructor(folder: string, titleOf: (path: string) => string | undefined) {
    this.#folder = folder;
    this.#titleOf = titleOf;
    window.ccdagSearch = (name, content) => this.#waiting.get(name)?.(content);
  }

  /**
   * Find pages by their words.
   *
   * @param query what the reader typed.
   * @param isWanted whether the pages of a session are shown, by the path of the first one.
   * @throws an error if the search index cannot be loaded.
   */
  async find(query: string, isWanted: (path: string) => boolean): Promise<FoundItem[]> {
    const pages = await this.#find(query).catch(() => {
      // The site may have been written again since this page was opened: then its index names other files.
      this.#index = undefined;
      this.#blocks.clear();
      return this.#find(query);
    });
    const found = pages.filter(({ path }) => isWanted(firstPage(path)));
    return found.slice(0, maxPages).map(({ path, part }) => {
      const item = document.createElement("li");
      item.append(toLink(this.#nameOf(path), path));
      return { item, fill: async () => item.append(...(await this.#matches(path, part, query))) };
    });
  }

  async #find(query: string): Promise<FoundPage[]> {
    // An old copy in the cache of a browser would name files that are gone.
    this.#index ??= this.#load(searchPaths.index, `?${Date.now()}`).then((text) => JSON.parse(text) as SearchIndex);
    return findPages(await this.#index, query, (path) => {
      const block = this.#blocks.get(path) ?? this.#load(path);
      this.#blocks.set(path, block);
      return block;
    });
  }

  async #matches(path: string, part: number, query: string): Promise<HTMLElement[]> {
    const words = wordsOf(query);
    const messages = JSON.parse(await this.#load(searchPaths.text(path, part))) as SearchMessage[];
    const ranked = messages.map((message) => ({ message, count: countWords(message[2], words) }));
    const best = ranked.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return best.slice(0, maxMessages).map(({ message: [id, time, text] }) => {
      const paragraph = document.createElement("p");
      if (time !== "") paragraph.append(toLink(toTime(time), `${path}#${encodeURIComponent(id)}`), " ");
      paragraph.append(...excerpt(text, words));
      return paragraph;
    });
  }

  /** The title of the session of a page, and which of its pages it is. */
  #nameOf(path: string): string {
    const [, part] = /\.part(\d+)\.html$/.exec(path) ?? [];
    const first = firstPage(path);
    return `${this.#titleOf(first) ?? first}${part === undefined ? "" : ` (${part})`}`;
  }

  async #load(path: string, query = ""): Promise<string> {
    const packed = await new Promise<string>((resolve, reject) => {
      this.#waiting.set(path, resolve);
      const script = document.createElement("script");
      script.src = `${this.#folder}${path}${query}`;
      // A script calls back before it is loaded: then there is nothing left to reject.
      for (const event of ["load", "error"])
        script.addEventListener(event, () => {
          script.remove();
          reject(new Error(path));
        });
      document.head.append(script);
    });
    return unpack(packed);
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
  const given = text.replaceAll(/\s+/g, " ").trim();
  const lower = given.toLowerCase();
  // Positions are those of lower case, which is longer for a few letters.
  const plain = lower.length === given.length ? given : lower;
  const found: Array<readonly [from: number, to: number]> = [];
  eachWord(plain, (own, from, to) => {
    if (words.some((word) => own.startsWith(word))) found.push([from, to]);
  });
  const begin = Math.max(0, (found[0]?.[0] ?? 0) - before);
  const nodes: Node[] = [document.createTextNode(begin > 0 ? "…" : "")];
  let at = begin;
  for (const [from, to] of found) {
    if (to > begin + length) break;
    nodes.push(document.createTextNode(plain.slice(at, from)));
    nodes.push(Object.assign(document.createElement("mark"), { textContent: plain.slice(from, to) }));
    at = to;
  }
  const end = Math.max(at, begin + length);
  return [...nodes, document.createTextNode(`${plain.slice(at, end)}${end < plain.length ? "…" : ""}`)];
}

/** The path of the first page of a session. */
function firstPage(path: string): string {
  return path.replace(/\.part\d+\.html$/, ".html");
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
