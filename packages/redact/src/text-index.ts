/** A word of an index where it occurs in a text. */
export interface Occurrence<T> {
  readonly from: number;
  readonly to: number;
  readonly data: T;
  /** Whether it is a whole word of the index, not only the beginning of a long one. */
  readonly isWhole: boolean;
}

/** Options of {@link TextIndex}. */
export interface TextIndexOptions {
  /** How many characters select the words to compare with: the length of the shortest word. */
  readonly gramChars: number;
  /** Whether an occurrence counts, by the characters around it. */
  readonly accepts: (text: string, from: number, word: string) => boolean;
}

/** Where words agree in so many characters, they are compared with a few known words only; else the rest is taken as the same. */
const maxChars = 64;
const maxWholes = 8;
const bits = 16;
/** So few beginnings of words are found faster by a regular expression than by their hashes. */
const maxSearched = 8;

/** Words with the same beginning. */
interface Words<T> {
  readonly data: T;
  /** Some of them, the longest first. */
  readonly wholes: string[];
}

/** Finds many words in a text at once. The time depends on the length of the text, not on how many words there are. */
export class TextIndex<T> {
  /** By the first characters of a word, and then by its length, of at most `maxChars`. */
  readonly #words = new Map<string, Map<number, Map<string, Words<T>>>>();
  /** The hashes of first characters of words: most characters of a text are decided here. */
  readonly #hashes = new Uint8Array(1 << bits);
  readonly #options: TextIndexOptions;

  constructor(options: TextIndexOptions) {
    this.#options = options;
  }

  /** Add a word that is not too short. The data of its first addition stay. */
  add(word: string, data: T): void {
    const { gramChars } = this.#options;
    if (word.length < gramChars) return;
    const start = word.slice(0, maxChars);
    const lengths = getOrAdd(this.#words, word.slice(0, gramChars), () => new Map<number, Map<string, Words<T>>>());
    const words = getOrAdd(lengths, start.length, () => new Map<string, Words<T>>());
    const { wholes } = getOrAdd(words, start, () => ({ data, wholes: [] }));
    if (wholes.length < maxWholes && !wholes.includes(word)) {
      wholes.push(word);
      wholes.sort((one, other) => other.length - one.length);
    }
    this.#hashes[this.#hashAt(word, 0)] = 1;
  }

  /** All occurrences in a text, from left to right, the longest first, without overlap. */
  *find(text: string): Generator<Occurrence<T>> {
    if (this.#words.size === 0) return;
    const { gramChars } = this.#options;
    const few = this.#words.size > maxSearched ? undefined : anyOf([...this.#words.keys()]);
    for (let at = 0; at + gramChars <= text.length; at++) {
      if (few) {
        few.lastIndex = at;
        const next = few.exec(text);
        if (!next) return;
        at = next.index;
      } else if (this.#hashes[this.#hashAt(text, at)] === 0) continue;
      const lengths = this.#words.get(text.slice(at, at + gramChars));
      const found = lengths && this.#longest(text, at, lengths);
      if (!found) continue;
      yield found;
      at = found.to - 1;
    }
  }

  #hashAt(text: string, at: number): number {
    let hash = 0;
    for (let index = at; index < at + this.#options.gramChars; index++)
      hash = Math.imul(hash, 31) + text.charCodeAt(index);
    return (hash ^ (hash >>> bits)) & ((1 << bits) - 1);
  }

  #longest(
    text: string,
    from: number,
    lengths: ReadonlyMap<number, ReadonlyMap<string, Words<T>>>,
  ): Occurrence<T> | undefined {
    let best: Occurrence<T> | undefined;
    for (const [length, words] of lengths) {
      if (best && best.to - from >= length) continue;
      const word = text.slice(from, from + length);
      const found = words.get(word);
      if (!found || !this.#options.accepts(text, from, word)) continue;
      const whole = found.wholes.find((each) => text.startsWith(each, from));
      const to = whole === undefined ? endOfWord(text, from + length) : from + whole.length;
      best = { from, to, data: found.data, isWhole: whole !== undefined };
    }
    return best;
  }
}

/** An expression that finds any of some texts. */
function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[^A-Za-z0-9\s]/g, "\\$&")).join("|"), "g");
}

function endOfWord(text: string, from: number): number {
  let to = from;
  while (to < text.length && /[\w+/=-]/.test(text[to]!)) to++;
  return to;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
