/**
 * A search index, as a page of a site loads it: from a server or from files, script by script. It names all pages, and the files
 * that list the words of the pages.
 */
export interface SearchIndex {
  /** The pages by folder: the folder, and the names of its pages. Their numbers count through all folders, from 0. */
  readonly pages: ReadonlyArray<readonly [folder: string, names: readonly string[]]>;
  readonly segments: readonly SearchSegment[];
}

/** A part of a search index. Pages that were written together are in one; a page is looked up in one only. */
export interface SearchSegment {
  /**
   * The number of each of its pages in the index, as often as the page has parts with text; -1 if it is gone, or if a later segment
   * has it as it is now.
   */
  readonly pages: readonly number[];
  /** Its files, each with its first word, in the order of their words. */
  readonly blocks: ReadonlyArray<readonly [first: string, name: string]>;
}

/** A message of a page, as a file with a part of what a page says has it: JSON of all of them. */
export type SearchMessage = readonly [id: string, time: string, text: string];

const [upperA, maxWeight] = [0x41, 15] as const;

/** The weight of a word that a page holds so many times. */
export function weightOf(count: number): number {
  return Math.min(31 - Math.clz32(count), maxWeight);
}

/** A posting as it is written: the distance from the page before it, and its weight as a capital letter. */
export function writePosting(distance: number, weight: number): string {
  return distance.toString(36) + String.fromCharCode(upperA + weight);
}

/**
 * Visit the postings of a word.
 *
 * @param text as {@link writePosting} wrote them.
 * @param visit called with the number of each page, ascending, and its weight.
 */
export function eachPosting(text: string, visit: (page: number, weight: number) => void): void {
  let page = -1;
  let distance = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= upperA && code <= upperA + maxWeight) {
      page += distance;
      visit(page, code - upperA);
      distance = 0;
    } else distance = 36 * distance + (code < upperA ? code - 0x30 : code - 0x61 + 10);
  }
}

/** The function that the scripts of an index call. */
const receiver = "ccdagSearch";

/** A file of an index as a script: pages that were opened from a file can load nothing else. The content is base64 of deflated text. */
export function toScript(name: string, content: string): string {
  return `${receiver}(${JSON.stringify(name)},${JSON.stringify(content)})\n`;
}

/**
 * The content of a script of {@link toScript}.
 *
 * @throws an error if it is no such script.
 */
export function fromScript(script: string): string {
  const [, content] = JSON.parse(`[${script.slice(receiver.length + 1, -2)}]`) as unknown[];
  if (typeof content !== "string") throw new Error("Unexpected content of a file of the search index, expected a text");
  return content;
}

/** Paths in the folder of an index: the index, a block of words, a part of what a page says, from 0. */
export const searchPaths = {
  index: "index.js",
  block: (name: string): string => `words/${name}.js`,
  text: (page: string, part: number): string => `text/${page}${part === 0 ? "" : `.${part + 1}`}.js`,
} as const;
