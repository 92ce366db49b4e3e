import type { Terminal } from "../io.ts";

/** Clears the screen, and moves the cursor to its first cell. */
export const clearScreen = "\u001B[2J\u001B[H";

/** Hides the cursor. */
export const hideCursor = "\u001B[?25l";

const enter = `\u001B[?1049h${clearScreen}`;
const leave = "\u001B[?1049l\u001B[?25h";

/** Signals that end the process without an event `exit`. */
const signals = ["SIGTERM", "SIGHUP"] as const;

/**
 * The second screen of a terminal, as an editor uses it: what stood on the first one is there again afterwards, however the
 * run ends.
 */
export class OwnScreen {
  readonly #output: Terminal["output"];
  #isShown = false;

  /** @param terminal the terminal. */
  constructor({ output }: Terminal) {
    this.#output = output;
  }

  /** Change to it, cleared. */
  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    process.once("exit", this.#restore);
    for (const signal of signals) process.once(signal, this.#end);
    this.#output.write(enter);
  }

  /** Change back. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    process.removeListener("exit", this.#restore);
    for (const signal of signals) process.removeListener(signal, this.#end);
    this.#restore();
  }

  readonly #restore = (): void => void this.#output.write(leave);

  readonly #end = (signal: NodeJS.Signals): void => {
    this.hide();
    process.kill(process.pid, signal);
  };
}
