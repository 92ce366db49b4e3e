// Graphs of five shapes, made from a seed: the same on every machine.

/** For each shape, the parent of the item at an index; -1 for none. */
const parents = {
  chain: (index) => index - 1,
  star: (index) => (index === 0 ? -1 : 0),
  // Chains of ten, all running at the same time.
  forest: (index, size) => Math.max(-1, index - Math.ceil(size / 10)),
  // A chain with a tooth at each of its items.
  comb: (index) => (index === 0 ? -1 : index % 2 === 1 ? index - 1 : index - 2),
  // One item that is the parent of a thousand chains.
  broadcast: (index) => (index === 0 ? -1 : Math.max(0, index - 1000)),
};

export const shapes = Object.keys(parents);

/**
 * Make items with ids like those of transcripts, and times that rise along the edges; then shuffle them. Each string is
 * a separate object, as after reading a file.
 */
export function makeItems(shape, size, seed) {
  const random = createRandom(seed);
  const ids = Array.from({ length: size }, () => makeUuid(random));
  const items = ids.map((id, index) => {
    const parent = parents[shape](index, size);
    return {
      id,
      parent: parent === -1 ? null : ids[parent],
      time: 1.7e12 + index * 1000 + Math.floor(random() * 1000),
    };
  });
  for (let index = size - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [items[index], items[other]] = [items[other], items[index]];
  }
  return JSON.parse(JSON.stringify(items));
}

function makeUuid(random) {
  const digits = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
  return [8, 12, 16, 20].reduce((id, at, count) => `${id.slice(0, at + count)}-${id.slice(at + count)}`, digits);
}

/** A linear congruential generator with the constants of Numerical Recipes: good enough to shuffle by. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
