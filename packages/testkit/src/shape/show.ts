/** The parts of a thread that {@link showThread} uses. */
export interface Shown {
  readonly entries: ReadonlyArray<{ readonly uuid: string | undefined }>;
  readonly sides: ReadonlyArray<{ readonly thread: Shown; readonly isActive: boolean }>;
}

/**
 * Write a thread in the notation of drawings: its entries, then each branch after a bar. The active branch ends with a star.
 *
 * @param thread a trunk.
 * @returns a line such as `A1 | U1 A2 | U2 A3*`.
 */
export function showThread(thread: Shown): string {
  const entries = thread.entries.map(({ uuid }) => uuid).join(" ");
  const sides = thread.sides.map((side) => `| ${showThread(side.thread)}${side.isActive ? "*" : ""}`);
  return [entries, ...sides].filter(Boolean).join(" ");
}
