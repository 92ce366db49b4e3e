/** Bits of a digit. With eight, the addresses that one pass writes to are few enough for the cache. */
const width = 8;
const radix = 1 << width;
/** The position of the lower half of a number in memory. */
const low = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Sort numbers by their bits, digit by digit (a radix sort). Equal keys keep their order. A digit that all keys share
 * is skipped.
 *
 * @param keys numbers without NaN and -0.
 * @returns the positions of the keys, the smallest first.
 */
export function sortKeys(keys: Float64Array): Int32Array<ArrayBuffer> {
  const size = keys.length;
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * size);
  // Records of three: lower half, upper half, position. Values that move together are together in memory.
  let from = new Uint32Array(3 * size);
  let to = new Uint32Array(3 * size);
  for (let index = 0; index < size; index++) {
    const upper = bits[2 * index + 1 - low]!;
    // As unsigned numbers, the bits of positive floats are in order and those of negative floats in reverse order.
    const flip = upper >>> 31 === 1 ? 0xffffffff : 0;
    from[3 * index] = bits[2 * index + low]! ^ flip;
    from[3 * index + 1] = upper ^ (flip | 0x80000000);
    from[3 * index + 2] = index;
  }
  const starts = new Uint32Array(radix);
  for (const half of [0, 1])
    for (let shift = 0; shift < 32; shift += width) {
      if (!countDigits(from, half, shift, starts)) continue;
      for (let record = 0; record < from.length; record += 3) {
        const target = 3 * starts[(from[record + half]! >>> shift) & (radix - 1)]!++;
        to[target] = from[record]!;
        to[target + 1] = from[record + 1]!;
        to[target + 2] = from[record + 2]!;
      }
      [from, to] = [to, from];
    }
  const sorted = new Int32Array(size);
  for (let index = 0; index < size; index++) sorted[index] = from[3 * index + 2]!;
  return sorted;
}

/** Fill in where the keys with each digit begin. False if all keys have the same digit. */
function countDigits(records: Uint32Array, half: number, shift: number, starts: Uint32Array): boolean {
  starts.fill(0);
  for (let at = half; at < records.length; at += 3) starts[(records[at]! >>> shift) & (radix - 1)]!++;
  const alike = starts[(records[half]! >>> shift) & (radix - 1)]!;
  if (3 * alike === records.length) return false;
  let sum = 0;
  for (let digit = 0; digit < radix; digit++) {
    const count = starts[digit]!;
    starts[digit] = sum;
    sum += count;
  }
  return true;
}
