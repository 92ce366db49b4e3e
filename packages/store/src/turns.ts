/** Runs calls with one key one after another, and calls with different keys at once. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Run a call after those with its key that came before. Their errors do not concern it. */
  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = before === undefined ? call() : before.then(call, call);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }

  /** Wait until no call is left. */
  async done(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
