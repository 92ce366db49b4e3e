import { eachWord, weightOf, writePosting } from "@ccdag/render-html/search";

/** A word and where it is: its postings, as a search index has them. */
export type WordLine = readonly [word: string, postings: string];

/** How many postings are collected in memory, at most; each takes 8 bytes, and a new word about 100. */
const usualPostings = 3_000_000;

/** Collects the words of pages. The pages are numbered in the order in which they are added. */
export class WordList {
  readonly #maxPostings: number;
  readonly #ids = new Map<string, number>();
  /** For each word: the last page that holds it, and how often. */
  #lastPage = new Int32Array(1 << 16).fill(-1);
  #count = new Int32Array(1 << 16);
  /** The word of each posting; its page and weight. */
  #words = new Int32Array(1 << 16);
  #places = new Int32Array(1 << 16);
  #postings = 0;
  /** The words of the page that is being added. */
  #touched: number[] = [];
  #pages = 0;

  /** @param maxPostings when the list is full: pages and words together (default: 3 million). */
  constructor(maxPostings: number = usualPostings) {
    this.#maxPostings = maxPostings;
  }

  /** Whether no more pages should be added. */
  get isFull(): boolean {
    return this.#postings >= this.#maxPostings;
  }

  /** Add a page. */
  add(texts: Iterable<string>): void {
    const page = this.#pages++;
    this.#touched = [];
    for (const text of texts) eachWord(text, (word) => this.#note(word, page));
    for (const id of this.#touched) this.#push(id, (page << 4) | weightOf(this.#count[id]!));
  }

  /** The words in the order of their UTF-16 code units. */
  *lines(): Generator<WordLine> {
    const words = [...this.#ids].sort(([a], [b]) => (a < b ? -1 : 1));
    // Postings are sorted by word without comparisons; those of one word stay in the order of the pages.
    const ends = new Int32Array(this.#ids.size + 1);
    for (let at = 0; at < this.#postings; at++) ends[this.#words[at]! + 1]!++;
    for (let id = 0; id < this.#ids.size; id++) ends[id + 1]! += ends[id]!;
    const next = ends.slice();
    const sorted = new Int32Array(this.#postings);
    for (let at = 0; at < this.#postings; at++) sorted[next[this.#words[at]!]!++] = this.#places[at]!;
    for (const [word, id] of words) {
      let text = "";
      let last = -1;
      for (let at = ends[id]!; at < ends[id + 1]!; at++) {
        const page = sorted[at]! >>> 4;
        text += writePosting(page - last, sorted[at]! & 15);
        last = page;
      }
      yield [word, text];
    }
  }

  #note(word: string, page: number): void {
    const id = this.#ids.get(word) ?? this.#addWord(word);
    if (this.#lastPage[id] === page) {
      this.#count[id]!++;
      return;
    }
    this.#lastPage[id] = page;
    this.#count[id] = 1;
    this.#touched.push(id);
  }

  #addWord(word: string): number {
    const id = this.#ids.size;
    // A part of a text would keep the whole text in memory.
    this.#ids.set([...word].join(""), id);
    if (id === this.#lastPage.length) {
      this.#lastPage = grown(this.#lastPage).fill(-1, id);
      this.#count = grown(this.#count);
    }
    return id;
  }

  #push(id: number, place: number): void {
    if (this.#postings === this.#words.length) {
      this.#words = grown(this.#words);
      this.#places = grown(this.#places);
    }
    this.#words[this.#postings] = id;
    this.#places[this.#postings++] = place;
  }
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}
