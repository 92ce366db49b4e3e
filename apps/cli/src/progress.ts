import { Presets, SingleBar } from "cli-progress";
import type { Io } from "./io.ts";
import { printable } from "./printable.ts";

/** How far a long work is; nothing is shown where nobody sits at a terminal. */
export interface ProgressBar {
  readonly at: (done: number, of: number, name: string) => void;
  /** Make room for a message. */
  readonly pause: () => void;
  readonly end: () => void;
}

/** Show how far a work is, with a bar. */
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
