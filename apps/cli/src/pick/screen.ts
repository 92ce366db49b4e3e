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
 * Show something on the second screen of the terminal, as an editor does: what stood on the first one is there again
 * afterwards, however this ends.
 *
 * @param terminal where it is shown.
 * @param show shows it.
 */
export async function onOwnScreen<T>({ output }: Terminal, show: () => Promise<T>): Promise<T> {
  const restore = () => void output.write(leave);
  const end = (signal: NodeJS.Signals) => {
    stop();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    process.removeListener("exit", restore);
    for (const signal of signals) process.removeListener(signal, end);
    restore();
  };
  process.once("exit", restore);
  for (const signal of signals) process.once(signal, end);
  output.write(enter);
  try {
    return await show();
  } finally {
    stop();
  }
}
