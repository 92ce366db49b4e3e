/** What texts became. A document that is told again, as one that is watched is, need not read them again. */
export interface Memory<T> {
  /** What a text became; it is made where nobody knows. */
  readonly recall: (key: string, make: () => T) => T;
  /** Forget what was not asked for since the last time. */
  readonly turn: () => void;
}

/**
 * Make a memory.
 *
 * @param limit how many characters of texts it holds at most; what is more is made each time (default: 50 million).
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
