/**
 * The prompts on the path to the current record, to find where `thread_rolled_back` goes back to: it counts prompts from
 * the end of the path.
 *
 * ```shape
 * P1 ─ A1 ┬ P2 ─ A2
 *         └ rolled back 1 ─ P3
 * ```
 */
export class Rollbacks {
  /** For each prompt, the record that its turn follows. */
  readonly #before: Array<string | null> = [];
  #start: string | null | undefined;
  #isBack = false;

  /** A turn begins: what it writes before its prompt goes with the prompt. */
  begin(parent: string | null): void {
    if (!this.#isBack) this.#start = parent;
  }

  /** A prompt; the second one in a turn is a turn of its own. */
  prompt(parent: string | null): void {
    this.#before.push(this.#start === undefined ? parent : this.#start);
    this.#start = undefined;
    this.#isBack = false;
  }

  /**
   * Go back.
   *
   * @param turns how many prompts are left.
   * @returns the record to continue from; `undefined` if there was no prompt. To go back before the next prompt is to go
   *   back there, too.
   */
  back(turns: number): string | null | undefined {
    const [to] = this.#before.splice(Math.max(0, this.#before.length - turns));
    if (to === undefined) return undefined;
    this.#start = to;
    this.#isBack = true;
    return to;
  }
}
