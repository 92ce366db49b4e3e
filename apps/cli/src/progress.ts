import { Presets, SingleBar } from "cli-progress";
import type { Io } from "./io.ts";
import { printable } from "./printable.ts";

/** The progress of a long task; it is shown only if stderr is a terminal. */
export interface ProgressBar {
  /** Show how many of the steps are done, and the name of the current one. */
  readonly at: (done: number, of: number, name: string) => void;
  /** Clear the bar, so that a message can be printed. */
  readonly pause: () => void;
  /** Remove the bar. */
  readonly end: () => void;
}

/** Create a progress bar on stderr; it does nothing with `quiet` or if stderr is no terminal. */
export function showProgress(io: Io, quiet: boolean | undefined): ProgressBar {
  if (!io.isTerminal || quiet) return { at() {}, pause() {}, end() {} };
  const bar = new SingleBar(
    { format: "{bar} {value}/{total} {name}", hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  return {
    at(done, of, name) {
      if (bar.isActive) bar.update(done, { name: printable(name) });
      else bar.start(of, done, { name: printable(name) });
    },
    pause: () => bar.stop(),
    end: () => bar.stop(),
  };
}
