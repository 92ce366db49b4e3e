/** Lanes of a drawing, from the top. Stretches in one lane do not overlap. */
export class Lanes {
  readonly #taken: Array<Array<readonly [from: number, to: number]>> = [];

  /** The number of lanes in use. */
  get count(): number {
    return this.#taken.length;
  }

  /**
   * Take the first lane that is free over a stretch.
   *
   * @param from where the stretch begins.
   * @param to where it ends.
   * @param least the first lane that may be taken.
   */
  take(from: number, to: number, least = 0): number {
    let lane = least;
    while (this.#taken[lane]?.some(([begin, end]) => from < end && begin < to)) lane++;
    for (let next = this.#taken.length; next <= lane; next++) this.#taken.push([]);
    this.#taken[lane]!.push([from, to]);
    return lane;
  }
}
