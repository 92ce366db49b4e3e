/** Milliseconds below which a time says nothing. */
const floor = 150;

/** The growth at which a test fails. With four times as many lines linear is 4, quadratic 16: in the middle. */
const most = 8;

/** How often is measured what seems to grow too fast: the longer of two works meets a quiet moment less often. */
const runs = 12;

type Times = Readonly<Record<string, number>>;

/**
 * Which of some works take more than linear time: those that take eight times as long for four times as many lines. Other processes
 * make a run slower, and none faster: the best of twelve counts.
 *
 * @param names of the works.
 * @param measure the processor times of some works for a number of lines, by name, in milliseconds.
 */
export async function growing(
  names: readonly string[],
  measure: (lines: number, names: readonly string[]) => Times | Promise<Times>,
): Promise<readonly string[]> {
  const least = { few: new Map<string, number>(), many: new Map<string, number>() };
  const time = async (size: keyof typeof least, lines: number, some: readonly string[]) => {
    for (const [name, took] of Object.entries(await measure(lines, some)))
      least[size].set(name, Math.min(least[size].get(name) ?? Number.POSITIVE_INFINITY, took));
  };
  let left = names;
  for (let run = 0; run < runs && left.length > 0; run++) {
    await time("many", 24_000, left);
    // What is fast enough whatever few lines take needs no second measurement.
    left = left.filter((name) => least.many.get(name)! >= most * floor);
    if (left.length > 0) await time("few", 6000, left);
    left = left.filter((name) => least.many.get(name)! / Math.max(least.few.get(name)!, floor) >= most);
  }
  return left.map((name) => `${name}: ${least.few.get(name)} ms, then ${least.many.get(name)} ms`);
}
