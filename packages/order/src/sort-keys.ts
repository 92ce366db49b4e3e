/** Bits of a digit: 64 bits are three digits of each half. */
const digits = [
  [0, 0, 11],
  [0, 11, 11],
  [0, 22, 10],
  [1, 0, 11],
  [1, 11, 11],
  [1, 22, 10],
] as const;
/** Which half of a number comes first in memory. */
const low = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Sort numbers by their bits, digit by digit: no comparison, and equal keys keep their order. Digits that all keys share
 * cost one look.
 *
 * @param keys numbers, none of them NaN or -0.
 * @returns the positions of the keys, the smallest first.
 */
export function sortKeys(keys: Float64Array): Int32Array {
  const size = keys.length;
  const bits = new Uint32Array(keys.slice().buffer);
  // As unsigned numbers the bits of positive floats are in order, those of negative ones the wrong way round.
  for (let index = 0; index < size; index++) {
    const [lower, upper] = [2 * index + low, 2 * index + 1 - low];
    if (bits[upper]! >>> 31 === 1) {
      bits[lower] = ~bits[lower]!;
      bits[upper] = ~bits[upper]!;
    } else bits[upper] = bits[upper]! ^ 0x80000000;
  }
  let order = new Int32Array(size);
  for (let index = 0; index < size; index++) order[index] = index;
  let next = new Int32Array(size);
  for (const [half, shift, width] of digits) {
    const offset = half === 0 ? low : 1 - low;
    const mask = (1 << width) - 1;
    const count = new Uint32Array(mask + 2);
    for (let index = 0; index < size; index++) count[((bits[2 * index + offset]! >>> shift) & mask) + 1]!++;
    if (count.includes(size)) continue;
    for (let digit = 1; digit <= mask; digit++) count[digit]! += count[digit - 1]!;
    for (const index of order) next[count[(bits[2 * index + offset]! >>> shift) & mask]!++] = index;
    [order, next] = [next, order];
  }
  return order;
}
