/** How many characters at the beginning of a text are looked up. */
const beginChars = 12;

/** Texts of one length. */
type Lengths = Map<number, Set<string>>;

/**
 * Finds which of many texts another text contains. Texts are looked up by their beginning and their length, so that the
 * time does not grow with the number of texts.
 */
export class Parts {
  /** By the beginning; texts that are shorter than it are in {@link #short}. */
  readonly #byBeginning = new Map<string, Lengths>();
  readonly #short: Lengths = new Map();

  /** @param texts not empty, each once. */
  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      if (text.length < beginChars) add(this.#short, text);
      else {
        const begin = text.slice(0, beginChars);
        const lengths = this.#byBeginning.get(begin) ?? new Map<number, Set<string>>();
        this.#byBeginning.set(begin, lengths);
        add(lengths, text);
      }
    }
  }

  /** The texts that another text contains. */
  in(whole: string): Set<string> {
    const found = new Set<string>();
    if (this.#short.size > 0) for (let at = 0; at < whole.length; at++) findAt(whole, at, this.#short, found);
    if (this.#byBeginning.size === 0) return found;
    for (let at = 0; at + beginChars <= whole.length; at++) {
      const lengths = this.#byBeginning.get(whole.slice(at, at + beginChars));
      if (lengths) findAt(whole, at, lengths, found);
    }
    return found;
  }
}

function add(lengths: Lengths, text: string): void {
  const known = lengths.get(text.length);
  if (known) known.add(text);
  else lengths.set(text.length, new Set([text]));
}

function findAt(whole: string, at: number, lengths: Lengths, found: Set<string>): void {
  for (const [length, texts] of lengths) {
    const part = whole.slice(at, at + length);
    if (texts.has(part)) found.add(part);
  }
}
