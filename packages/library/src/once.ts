import type { LibraryIo } from "./library-io.ts";

/**
 * Make something once in a run.
 *
 * @param io the environment of the run.
 * @param key what it is kept by, such as the function that returns it.
 * @param make makes it, the first time.
 */
export function once<T>({ memo }: Pick<LibraryIo, "memo">, key: unknown, make: () => T): T {
  if (!memo.has(key)) memo.set(key, make());
  return memo.get(key) as T;
}
