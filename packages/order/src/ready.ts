/** A set of small integers from which the smallest can be taken. */
export interface Ready {
  readonly add: (value: number) => void;
  /** Remove the smallest and return it; -1 if the set is empty. */
  readonly take: () => number;
}

/**
 * Make an empty set for integers from 0 to below `capacity`.
 *
 * There is a bit for each integer, a bit for each word of those that is not 0, and so on up to a single word. Adding
 * and taking touch one word of each level, four for a million integers, and the upper levels stay in the cache.
 */
export function createReady(capacity: number): Ready {
  const levels: Int32Array[] = [];
  let words = capacity;
  do {
    words = Math.max(1, (words + 31) >>> 5);
    levels.push(new Int32Array(words));
  } while (words > 1);
  const top = levels.at(-1)!;
  return { add, take };

  function add(value: number): void {
    let at = value;
    for (const level of levels) {
      const word = at >>> 5;
      const before = level[word]!;
      level[word] = before | (1 << (at & 31));
      if (before !== 0) return;
      at = word;
    }
  }

  function take(): number {
    if (top[0] === 0) return -1;
    let value = 0;
    for (let index = levels.length - 1; index >= 0; index--) {
      const word = levels[index]![value]!;
      value = (value << 5) | (31 - Math.clz32(word & -word));
    }
    let at = value;
    for (const level of levels) {
      const word = at >>> 5;
      if ((level[word] = level[word]! & ~(1 << (at & 31))) !== 0) break;
      at = word;
    }
    return value;
  }
}
