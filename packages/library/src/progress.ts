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

/** Counts the steps of a long task, and the bytes of their transcripts. */
export class ProgressCounter {
  readonly #of: number;
  readonly #ofBytes: number;
  #done = 0;
  #bytes = 0;

  /**
   * @param of how many steps there are.
   * @param ofBytes how many bytes they have.
   */
  constructor(of: number, ofBytes: number) {
    this.#of = of;
    this.#ofBytes = ofBytes;
  }

  /** A counter of the parts of an input. */
  static ofParts(parts: ReadonlyArray<{ readonly bytes: number }>): ProgressCounter {
    return new ProgressCounter(
      parts.length,
      parts.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  }

  /** Count steps that are done. Returns how far the task is; meanwhile there may be more to do than was known. */
  add(steps: number, bytes: number): Omit<TaskProgress, "name"> {
    this.#done += steps;
    this.#bytes += bytes;
    const [done, all] = [this.#done, this.#bytes];
    return { done, of: Math.max(this.#of, done), bytes: all, ofBytes: Math.max(this.#ofBytes, all) };
  }
}
