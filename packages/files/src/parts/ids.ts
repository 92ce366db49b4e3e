// Every JavaScript environment has it, but the language does not.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const utf8 = new TextEncoder();

/**
 * A list of ids, each as a hash of 64 bits. Two ids with one hash would only join two files that could be read apart.
 */
export class IdList {
  #words = new Uint32Array(64);
  #length = 0;

  /** How many ids there are; one that was added twice counts twice. */
  get size(): number {
    return this.#length / 2;
  }

  /** Add the id in a part of a text in which each character is a byte. */
  addSpan(text: string, from: number, to: number): void {
    let one = 0x811c9dc5;
    let other = 0x51ed270b;
    for (let at = from; at < to; at++) {
      const byte = text.charCodeAt(at);
      one = Math.imul(one ^ byte, 0x01000193);
      other = Math.imul(other ^ byte, 0x85ebca6b);
      other ^= other >>> 13;
    }
    this.addHash(one, other);
  }

  /** Add an id. */
  addText(id: string): void {
    const bytes = Array.from(utf8.encode(id), (byte) => String.fromCharCode(byte)).join("");
    this.addSpan(bytes, 0, bytes.length);
  }

  /** Add an id by its hash. */
  addHash(one: number, other: number): void {
    if (this.#length === this.#words.length) {
      const grown = new Uint32Array(2 * this.#length);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words[this.#length++] = one;
    this.#words[this.#length++] = other;
  }

  /** Call a function with each id. */
  forEach(visit: (one: number, other: number) => void): void {
    eachId(this.#words.subarray(0, this.#length), visit);
  }

  /** The hashes, two numbers each, in an array of their own. */
  toArray(): Uint32Array {
    return this.#words.slice(0, this.#length);
  }
}

/** Call a function with each id of an array that {@link IdList} made. */
export function eachId(words: Uint32Array, visit: (one: number, other: number) => void): void {
  for (let at = 0; at < words.length; at += 2) visit(words[at]!, words[at + 1]!);
}

/** Which file an id was first seen in. Open addressing takes a third of the memory of a `Map`, and no strings. */
export class IdTable {
  readonly #mask: number;
  readonly #words: Uint32Array;
  readonly #files: Int32Array;

  /** @param size how many ids will be added at most. */
  constructor(size: number) {
    let capacity = 16;
    while (capacity < 2 * size) capacity *= 2;
    this.#mask = capacity - 1;
    this.#words = new Uint32Array(2 * capacity);
    this.#files = new Int32Array(capacity).fill(-1);
  }

  /** The file of an id; -1 if none was added. */
  get(one: number, other: number): number {
    return this.#files[this.#find(one, other)]!;
  }

  /** Add an id, unless it is there; returns the file that it was added for, this one or an earlier one. */
  add(one: number, other: number, file: number): number {
    const at = this.#find(one, other);
    if (this.#files[at] !== -1) return this.#files[at]!;
    this.#words[2 * at] = one;
    this.#words[2 * at + 1] = other;
    this.#files[at] = file;
    return file;
  }

  #find(one: number, other: number): number {
    const [a, b] = [one >>> 0, other >>> 0];
    let at = (a ^ Math.imul(b, 0x9e3779b1)) & this.#mask;
    while (this.#files[at] !== -1 && (this.#words[2 * at] !== a || this.#words[2 * at + 1] !== b))
      at = (at + 1) & this.#mask;
    return at;
  }
}
