/** Milliseconds below which a time says nothing. */
const floor = 150;

/** The growth at which a test fails. With four times as many lines linear is 4, quadratic 16. */
export const most = 6;

/**
 * How many times as long four times as many lines take. Other processes make a run slower, and none faster: the best of three
 * counts.
 *
 * @param time the processor time for a number of lines, in milliseconds.
 */
export function growthOf(time: (lines: number) => number): number {
  let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 3 && !(many / Math.max(few, floor) < most); run++) {
    few = Math.min(few, time(6000));
    many = Math.min(many, time(24_000));
  }
  return many / Math.max(few, floor);
}
