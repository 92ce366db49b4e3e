import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** How many bytes before the end must be as they were. */
const checkBytes = 4096;

/** The end of a file that is appended to. */
export class FileEnd {
  readonly #path: string;
  #inode = 0;
  /** Where the first line begins that is not read. */
  #offset = 0;
  /** The bytes before it. */
  #before: Buffer = Buffer.alloc(0);

  /** @param path the file. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Read the last lines.
   *
   * @param size where the file ends: what is behind is new.
   * @param maxBytes how many bytes are read.
   * @returns the whole lines among them, and how many lines are before them; absent if the file cannot be read, or its last
   *   line has no end.
   */
  readLast(size: number, maxBytes: number): { lines: string[]; before: number } | undefined {
    return this.#open((file) => {
      const from = Math.max(0, size - maxBytes);
      const bytes = readAt(file, from, size - from);
      if (bytes.length === 0 || bytes.at(-1) !== newline) return undefined;
      this.#remember(bytes, size);
      const begin = from === 0 ? 0 : bytes.indexOf(newline) + 1;
      return { lines: splitLines(bytes.subarray(begin)), before: countLines(file, from + begin) };
    });
  }

  /**
   * Read the lines that were appended since the last call.
   *
   * @returns the new lines, without one that has no end yet; absent if the file was changed in another way.
   */
  readNew(): string[] | undefined {
    return this.#open((file, size, inode) => {
      const { length } = this.#before;
      if (inode !== this.#inode || size < this.#offset) return undefined;
      const bytes = readAt(file, this.#offset - length, size - this.#offset + length);
      if (!this.#before.equals(bytes.subarray(0, length))) return undefined;
      const end = bytes.lastIndexOf(newline) + 1;
      if (end <= length) return [];
      const lines = splitLines(bytes.subarray(length, end));
      this.#remember(bytes.subarray(0, end), this.#offset - length + end);
      return lines;
    });
  }

  #remember(bytes: Buffer, offset: number): void {
    this.#offset = offset;
    this.#before = Buffer.from(bytes.subarray(Math.max(0, bytes.length - checkBytes)));
  }

  #open<T>(read: (file: number, size: number, inode: number) => T | undefined): T | undefined {
    let file: number | undefined;
    try {
      file = openSync(this.#path, "r");
      const { size, ino } = fstatSync(file);
      const found = read(file, size, ino);
      this.#inode = ino;
      return found;
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }
}

const newline = 10;
const pieceBytes = 1 << 20;

function readAt(file: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, from));
}

/** The number of lines that end before a position. */
function countLines(file: number, end: number): number {
  let count = 0;
  for (let from = 0; from < end; from += pieceBytes) {
    const piece = readAt(file, from, Math.min(pieceBytes, end - from));
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) count++;
  }
  return count;
}

function splitLines(bytes: Buffer): string[] {
  return bytes.toString("utf8").split("\n").slice(0, -1);
}
