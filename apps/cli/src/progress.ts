import { Presets, SingleBar } from "cli-progress";
import { visibleLine } from "@ccdag/pipeline/tables";
import type { ProgressBar } from "@ccdag/library";
import type { Io } from "./io.ts";

/** Create a progress bar on stderr; it does nothing with `quiet` or if stderr is no terminal. */
export function showProgress(io: Io, quiet: boolean | undefined): ProgressBar {
  if (!io.isTerminal || quiet) return { at() {}, pause() {}, end() {} };
  const bar = new SingleBar(
    { format: "{bar} {value}/{total} {name}", hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  return {
    at(done, of, name) {
      if (bar.isActive) bar.update(done, { name: visibleLine(name) });
      else bar.start(of, done, { name: visibleLine(name) });
    },
    pause: () => bar.stop(),
    end: () => bar.stop(),
  };
}
