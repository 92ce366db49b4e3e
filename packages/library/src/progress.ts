/** How far a long task is. */
export interface TaskProgress {
  /** How many sessions, or files, are done, and how many there are. */
  readonly done: number;
  readonly of: number;
  /** The bytes of their transcripts (default: not known). */
  readonly bytes?: number | undefined;
  readonly ofBytes?: number | undefined;
  /** What is done now, or was done last: a title, a path; it may be empty. Untrusted. */
  readonly name: string;
}

/** Counts the parts of an input while they are done. */
export class PartProgress {
  readonly #of: number;
  readonly #ofBytes: number;
  #done = 0;
  #bytes = 0;

  /** @param parts all parts of the input. */
  constructor(parts: ReadonlyArray<{ readonly bytes: number }>) {
    this.#of = parts.length;
    this.#ofBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Count a part that is done. Returns how far the task is. */
  add({ bytes }: { readonly bytes: number }): Omit<TaskProgress, "name"> {
    this.#done++;
    this.#bytes += bytes;
    return { done: this.#done, of: this.#of, bytes: this.#bytes, ofBytes: this.#ofBytes };
  }
}
