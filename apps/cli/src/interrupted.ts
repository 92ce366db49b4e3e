/** Listens to a signal, so that it does not end the process. */
const ignore = () => {};

/** How long a stopped command may take to end, in milliseconds. */
const maxStopMs = 700;

/** Wait for SIGINT or SIGTERM, for a command that runs until it is interrupted. */
export function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => {
        done();
        // A read that never ends, such as that of a pipe, keeps a process alive, even in `process.exit`. No handler is left.
        setTimeout(() => {
          process.removeAllListeners(signal);
          process.kill(process.pid, signal);
        }, maxStopMs).unref();
      });
  });
}

/** Leave Ctrl+C to a program that has the terminal until something is done. */
export async function leavingInterrupts<T>(done: Promise<T>): Promise<T> {
  process.on("SIGINT", ignore);
  try {
    return await done;
  } finally {
    process.removeListener("SIGINT", ignore);
  }
}
