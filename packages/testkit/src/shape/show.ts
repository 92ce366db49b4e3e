/** What of a line is shown; the real one has more. */
export interface Shown {
  readonly entries: ReadonlyArray<{ readonly uuid: string | undefined }>;
  readonly sides: ReadonlyArray<{ readonly thread: Shown; readonly isActive: boolean }>;
}

/**
 * Write a line as the pictures do: its entries, then each branch after a bar; the active one ends with a star.
 *
 * @param thread a trunk.
 * @returns such as `A1 | U1 A2 | U2 A3*`.
 */
export function showThread(thread: Shown): string {
  const own = thread.entries.map(({ uuid }) => uuid).join(" ");
  const sides = thread.sides.map((side) => `| ${showThread(side.thread)}${side.isActive ? "*" : ""}`);
  return [own, ...sides].filter(Boolean).join(" ");
}
