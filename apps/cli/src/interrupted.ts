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
