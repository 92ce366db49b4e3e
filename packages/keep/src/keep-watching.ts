import { untilInterrupted } from "../interrupted.ts";
import type { Io } from "../io.ts";
import { printable } from "../printable.ts";

/** How long to wait after a run, in milliseconds: each run copies the sessions that grew. */
const pauseMs = 2000;

/**
 * Keep folders again and again when something in them changes, until the command is stopped.
 *
 * @param roots the folders to watch.
 * @param io the environment of the run.
 * @param keep one run; its argument says whether the command was stopped meanwhile.
 */
export async function keepWatching(
  roots: readonly string[],
  io: Io,
  keep: (isStopped: () => boolean) => Promise<void>,
): Promise<void> {
  const state = { isStopped: false, isChanged: true, wake() {} };
  const change = () => {
    state.isChanged = true;
    state.wake();
  };
  const failed = (root: string) => io.stderr(`${printable(`Cannot watch \`${root}\``)}\n`);
  // A run that does not watch is as fast as looking at the files.
  const { watchFolders } = await import("../serve/watch.ts");
  const close = await watchFolders(roots, change, failed);
  const stopped = (io.stop ?? untilInterrupted()).then(() => {
    state.isStopped = true;
    state.wake();
  });
  try {
    while (!state.isStopped) {
      if (state.isChanged) {
        state.isChanged = false;
        const began = Date.now();
        await keep(() => state.isStopped);
        await Promise.race([stopped, wait(Math.max(pauseMs, 10 * (Date.now() - began)))]);
      } else await new Promise<void>((done) => (state.wake = done));
    }
  } finally {
    await close();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms).unref());
}
