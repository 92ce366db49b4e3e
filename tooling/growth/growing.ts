/** Milliseconds below which a time says nothing. */
const floor = 150;

/** The growth at which a test fails. With four times as many lines linear is 4, quadratic 16. */
const most = 6;

/**
 * Which of some works take more than linear time: those that take six times as long for four times as many lines. Other processes
 * make a run slower, and none faster: the best of three counts.
 *
 * @param names of the works.
 * @param measure the processor times of some works for a number of lines, by name, in milliseconds.
 */
export function growing(
  names: readonly string[],
  measure: (lines: number, names: readonly string[]) => Readonly<Record<string, number>>,
): readonly string[] {
  const least = new Map<string, number>();
  const growthOf = (name: string) => least.get(`${name} many`)! / Math.max(least.get(`${name} few`)!, floor);
  let left = names;
  for (let run = 0; run < 3 && left.length > 0; run++) {
    for (const [size, lines] of [
      ["few", 6000],
      ["many", 24_000],
    ] as const)
      for (const [name, time] of Object.entries(measure(lines, left)))
        least.set(`${name} ${size}`, Math.min(least.get(`${name} ${size}`) ?? Infinity, time));
    left = left.filter((name) => !(growthOf(name) < most));
  }
  return left;
}
