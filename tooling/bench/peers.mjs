// The functions that `kahn` is compared with.

/** The least work of any order: index the ids, look up each parent once, sort stably by time. */
export function floor(items) {
  const places = new Map();
  for (let index = 0; index < items.length; index++) places.set(items[index].id, index);
  const parents = new Int32Array(items.length);
  for (let index = 0; index < items.length; index++) parents[index] = places.get(items[index].parent) ?? -1;
  const order = [...items].sort((a, b) => a.time - b.time);
  return { parents, order };
}

/**
 * Kahn's algorithm as it is often written: the queue is sorted again at each step.
 *
 * @returns the order; nothing when it took longer than `limit` milliseconds.
 */
export function sortedQueue(items, limit) {
  const end = performance.now() + limit;
  const byId = new Map(items.map((item) => [item.id, item]));
  const children = new Map();
  for (const item of items) {
    const parent = byId.get(item.parent);
    if (children.has(parent)) children.get(parent).push(item);
    else children.set(parent, [item]);
  }
  const order = [];
  const queue = [...(children.get(undefined) ?? [])];
  while (queue.length > 0) {
    queue.sort((a, b) => a.time - b.time);
    const item = queue.shift();
    order.push(item);
    queue.push(...(children.get(item) ?? []));
    if (performance.now() > end) return undefined;
  }
  return order;
}
