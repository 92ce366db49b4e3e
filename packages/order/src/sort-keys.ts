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
  // The keys move with their positions: a look at each where it stands would be a look at a random place.
  let from = { lower: new Uint32Array(size), upper: new Uint32Array(size), at: new Int32Array(size) };
  let to = { lower: new Uint32Array(size), upper: new Uint32Array(size), at: new Int32Array(size) };
  for (let index = 0; index < size; index++) {
    const upper = bits[2 * index + 1 - low]!;
    // As unsigned numbers the bits of positive floats are in order, those of negative ones the wrong way round.
    const flip = upper >>> 31 === 1 ? 0xffffffff : 0;
    from.lower[index] = bits[2 * index + low]! ^ flip;
    from.upper[index] = upper ^ (flip | 0x80000000);
    from.at[index] = index;
  }
  const starts = new Uint32Array(radix);
  for (const half of ["lower", "upper"] as const)
    for (let shift = 0; shift < 32; shift += width) {
      if (!countDigits(from[half], shift, starts)) continue;
      move(from, to, from[half], shift, starts);
      [from, to] = [to, from];
    }
  return from.at;
}

interface Keys {
  readonly lower: Uint32Array;
  readonly upper: Uint32Array;
  readonly at: Int32Array<ArrayBuffer>;
}

/** Where the keys with each digit begin; no where all have the same. */
function countDigits(half: Uint32Array, shift: number, starts: Uint32Array): boolean {
  starts.fill(0);
  for (let index = 0; index < half.length; index++) starts[(half[index]! >>> shift) & (radix - 1)]!++;
  if (half.length === 0 || starts[(half[0]! >>> shift) & (radix - 1)] === half.length) return false;
  let sum = 0;
  for (let digit = 0; digit < radix; digit++) {
    const count = starts[digit]!;
    starts[digit] = sum;
    sum += count;
  }
  return true;
}

function move(from: Keys, to: Keys, half: Uint32Array, shift: number, starts: Uint32Array): void {
  const { lower, upper, at } = from;
  const { lower: toLower, upper: toUpper, at: toAt } = to;
  for (let index = 0; index < half.length; index++) {
    const place = starts[(half[index]! >>> shift) & (radix - 1)]!++;
    toLower[place] = lower[index]!;
    toUpper[place] = upper[index]!;
    toAt[place] = at[index]!;
  }
}
