/** How long to wait after a run, in milliseconds: each run copies the sessions that grew. */
const pauseMs = 2000;

/**
 * Keep folders again and again when something in them changes, until it is stopped.
 *
 * @param roots the folders to watch.
 * @param stopped resolves when it is to end: a run that has begun then ends early.
 * @param failed called with a folder that cannot be watched.
 * @param keep one run; its argument says whether it was stopped meanwhile.
 */
export async function keepWatching(
  roots: readonly string[],
  stopped: Promise<void>,
  failed: (root: string) => void,
  keep: (isStopped: () => boolean) => Promise<void>,
): Promise<void> {
  const state = { isStopped: false, isChanged: true, wake() {} };
  const change = () => {
    state.isChanged = true;
    state.wake();
  };
  // A run that does not watch is as fast as looking at the files.
  const { watchFolders } = await import("@ccdag/files/watch");
  const close = await watchFolders(roots, change, failed);
  const ended = stopped.then(() => {
    state.isStopped = true;
    state.wake();
  });
  try {
    while (!state.isStopped) {
      if (state.isChanged) {
        state.isChanged = false;
        const began = Date.now();
        await keep(() => state.isStopped);
        await Promise.race([ended, wait(Math.max(pauseMs, 10 * (Date.now() - began)))]);
      } else await new Promise<void>((done) => (state.wake = done));
    }
  } finally {
    await close();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms).unref());
}
