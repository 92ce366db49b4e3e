/** A cache of rendered texts, for documents that are rendered repeatedly, as a watched session is. */
export interface Memory<T> {
  /** Return the cached value of a key, or make it. */
  readonly recall: (key: string, make: () => T) => T;
  /** Remove every value that was not recalled since the last call. */
  readonly turn: () => void;
}

/**
 * Create a cache for {@link HastOptions.memory}.
 *
 * @param limit how many characters its keys may have together; further values are not cached (default: 50 million).
 */
export function createMemory<T>(limit = 50_000_000): Memory<T> {
  let before = new Map<string, T>();
  let now = new Map<string, T>();
  let size = 0;
  return {
    recall(key, make) {
      const known = now.get(key) ?? before.get(key);
      const value = known ?? make();
      if (!now.has(key) && size + key.length <= limit) {
        now.set(key, value);
        size += key.length;
      }
      return value;
    },
    turn() {
      before = now;
      now = new Map();
      size = 0;
    },
  };
}
