/** Bits of a digit. Eight keep the places that one pass writes to few enough for the cache. */
const width = 8;
const radix = 1 << width;
/** Which half of a number comes first in memory. */
const low = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Sort numbers by their bits, digit by digit: no comparison, and equal keys keep their order. Digits that all keys share
 * cost one look.
 *
 * @param keys numbers, none of them NaN or -0.
 * @returns the positions of the keys, the smallest first.
 */
export function sortKeys(keys: Float64Array): Int32Array<ArrayBuffer> {
  const size = keys.length;
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * size);
  // Records of three: lower half, upper half, position. What moves together stands together in memory.
  let from = new Uint32Array(3 * size);
  let to = new Uint32Array(3 * size);
  for (let index = 0; index < size; index++) {
    const upper = bits[2 * index + 1 - low]!;
    // As unsigned numbers the bits of positive floats are in order, those of negative ones the wrong way round.
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
        const place = 3 * starts[(from[record + half]! >>> shift) & (radix - 1)]!++;
        to[place] = from[record]!;
        to[place + 1] = from[record + 1]!;
        to[place + 2] = from[record + 2]!;
      }
      [from, to] = [to, from];
    }
  const sorted = new Int32Array(size);
  for (let index = 0; index < size; index++) sorted[index] = from[3 * index + 2]!;
  return sorted;
}

/** Where the keys with each digit begin; no where all have the same. */
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
