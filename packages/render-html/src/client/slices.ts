/** How long work lasts before the browser may paint and handle keys, in milliseconds. */
const sliceMs = 8;

/**
 * Do something with each item, in slices: between them the browser paints and handles what the reader does. What takes less than one
 * slice is done at once.
 *
 * @param act called for each item; returns `false` to end.
 * @param isWanted asked after each pause; the work ends when it is no longer wanted.
 */
export async function inSlices<Item>(
  items: Iterable<Item>,
  act: (item: Item) => boolean | void,
  isWanted: () => boolean = () => true,
): Promise<void> {
  let end = performance.now() + sliceMs;
  for (const item of items) {
    if (performance.now() > end) {
      await pause();
      if (!isWanted()) return;
      end = performance.now() + sliceMs;
    }
    if (act(item) === false) return;
  }
}

function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
