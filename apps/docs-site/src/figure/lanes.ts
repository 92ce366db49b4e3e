/** Lanes of a drawing, from the top: what stands on one does not overlap. */
export class Lanes {
  readonly #taken: Array<Array<readonly [from: number, to: number]>> = [];

  /** How many there are. */
  get count(): number {
    return this.#taken.length;
  }

  /**
   * Take the first lane that is free over a stretch.
   *
   * @param from where the stretch begins.
   * @param to where it ends.
   * @param least no lane above this one.
   */
  take(from: number, to: number, least = 0): number {
    let lane = least;
    while (this.#taken[lane]?.some(([begin, end]) => from < end && begin < to)) lane++;
    for (let next = this.#taken.length; next <= lane; next++) this.#taken.push([]);
    this.#taken[lane]!.push([from, to]);
    return lane;
  }
}
