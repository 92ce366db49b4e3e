import { formatBytes, formatDuration, formatNumber } from "@ccdag/mdast";
import { Presets, SingleBar } from "cli-progress";
import { visibleLine } from "@ccdag/pipeline/tables";
import type { TaskProgress, ProgressBar } from "@ccdag/library";
import { truncate } from "@ccdag/report";
import type { Io } from "./io.ts";

/** From when on it is said how long a task takes, in milliseconds, and from which share on: before, nobody can know. */
const sure = { ms: 2000, share: 0.02 } as const;
/** The cells of the bar itself, and of the blank behind it. */
const barCells = 20;

/** Whether progress is shown: not with `quiet`, and not if stderr is no terminal. */
export function showsProgress(io: Io, quiet: boolean | undefined): boolean {
  return io.isTerminal && quiet !== true;
}

/** Create a progress bar on stderr; it does nothing where {@link showsProgress} says so. */
export function showProgress(io: Io, quiet: boolean | undefined): ProgressBar {
  if (!showsProgress(io, quiet)) return { at() {}, pause() {}, end() {} };
  const began = Date.now();
  const bar = new SingleBar(
    { format: "{bar} {text}", barsize: barCells, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  return {
    at(progress) {
      const line = progressText(progress, Date.now() - began);
      const text = truncate(visibleLine(line), Math.max(20, (process.stderr.columns ?? 80) - barCells - 2));
      const steps = 1000;
      if (!bar.isActive) bar.start(steps, 0, { text });
      bar.update(Math.floor(steps * shareOf(progress)), { text });
    },
    pause: () => bar.stop(),
    end: () => bar.stop(),
  };
}

/**
 * How far a task is, in words, such as `12 of 97 · 0.2 of 1.1 GB · 14 s left · Fix the parser`.
 *
 * @param progress how far it is.
 * @param ms how long it has taken so far.
 */
export function progressText(progress: TaskProgress, ms: number): string {
  const { done, of, bytes = 0, ofBytes = 0, name } = progress;
  const share = shareOf(progress);
  return [
    `${formatNumber(done)} of ${formatNumber(of)}`,
    ...(ofBytes > 0 ? [`${formatBytes(bytes)} of ${formatBytes(ofBytes)}`] : []),
    ...(ms >= sure.ms && share >= sure.share && share < 1
      ? [`${formatDuration((ms / share) * (1 - share))} left`]
      : []),
    ...(name === "" ? [] : [name]),
  ].join(" · ");
}

function shareOf({ done, of, bytes = 0, ofBytes = 0 }: TaskProgress): number {
  return ofBytes > 0 ? bytes / ofBytes : of > 0 ? done / of : 0;
}
