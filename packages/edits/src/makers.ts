import { changesBetween } from "./hunks-between.ts";
import { splitLines } from "./text-lines.ts";
import type { Edit, Hunk } from "./types.ts";

/** Follows the lines of a file from content to content: which edits added each, and which removed each of the first ones. */
export class Makers {
  #lines: readonly string[];
  /** Of each line, its index in the first content, or the edits that added it. */
  #origins: ReadonlyArray<number | readonly Edit[]>;
  readonly #removedBy = new Map<number, readonly Edit[]>();

  constructor(text: string) {
    this.#lines = splitLines(text);
    this.#origins = this.#lines.map((_, index) => index);
  }

  /**
   * Continue with the next content.
   *
   * @param text the content.
   * @param edits those that made it; none if something else did.
   */
  changeTo(text: string, edits: readonly Edit[]): void {
    const lines = splitLines(text);
    const origins: Array<number | readonly Edit[]> = [];
    let at = 0;
    for (const { oldStart, oldEnd, newStart, newEnd } of changesBetween(this.#lines, lines)) {
      while (at < oldStart) origins.push(this.#origins[at++]!);
      for (; at < oldEnd; at++) {
        const origin = this.#origins[at]!;
        if (typeof origin === "number") this.#removedBy.set(origin, edits);
      }
      for (let line = newStart; line < newEnd; line++) origins.push(edits);
    }
    while (at < this.#lines.length) origins.push(this.#origins[at++]!);
    this.#lines = lines;
    this.#origins = origins;
  }

  /** The edits that made the lines of a hunk between the first content and the current one, in their order. */
  of({ oldStart, newStart, lines }: Hunk): Edit[] {
    const edits = new Set<Edit>();
    let [old, fresh] = [oldStart - 1, newStart - 1];
    for (const line of lines) {
      const mark = line.charAt(0);
      if (mark === "\\") continue;
      const origin = mark === "+" ? this.#origins[fresh] : undefined;
      const made = mark === "-" ? this.#removedBy.get(old) : typeof origin === "object" ? origin : undefined;
      for (const edit of made ?? []) edits.add(edit);
      if (mark !== "+") old++;
      if (mark !== "-") fresh++;
    }
    return [...edits].sort((a, b) => a.order - b.order);
  }
}
