/** A binary heap of integers over one typed array; the smallest comes out first. */
export interface Heap {
  readonly size: () => number;
  readonly push: (value: number) => void;
  readonly pop: () => number;
}

/** Make a heap that can hold `capacity` integers. Popping from an empty heap is the caller's mistake and is not checked. */
export function createHeap(capacity: number): Heap {
  const heap = new Int32Array(capacity);
  let size = 0;
  return { size: () => size, push, pop };

  function push(value: number): void {
    let at = size++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (heap[up]! <= value) break;
      heap[at] = heap[up]!;
      at = up;
    }
    heap[at] = value;
  }

  function pop(): number {
    const top = heap[0]!;
    const value = heap[--size]!;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= size) break;
      if (down + 1 < size && heap[down + 1]! < heap[down]!) down++;
      if (heap[down]! >= value) break;
      heap[at] = heap[down]!;
      at = down;
    }
    heap[at] = value;
    return top;
  }
}
