/**
 * Sets of values that are only ever united, as in union–find: which values belong together is known in nearly constant
 * time, however many were united.
 */
export class DisjointSets<T> {
  /** The next value on the way to the one that stands for a set. */
  readonly #above = new Map<T, T>();

  /**
   * The value that stands for the set of a value: the same one for all of them, until the set is united with another.
   *
   * @param value any value; one that was never united is a set of its own.
   */
  find(value: T): T {
    let at = value;
    for (let next = this.#above.get(at); next !== undefined; next = this.#above.get(at)) {
      // The way is halved for those that follow.
      const further = this.#above.get(next);
      if (further !== undefined) this.#above.set(at, further);
      at = next;
    }
    return at;
  }

  /** Make one set of the sets of two values. */
  unite(one: T, other: T): void {
    const [a, b] = [this.find(one), this.find(other)];
    if (a !== b) this.#above.set(a, b);
  }
}
