// What work takes, whatever else the machine does: processor time of this process, never the time of a clock.

/** Milliseconds of processor time that some work takes. */
export async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds below which a cost says nothing. */
const noise = 50;

/**
 * How many times as much the larger one of two inputs takes. Other programs share the caches of the processor, which makes a run
 * slower, and none faster: the best of a few counts.
 *
 * @param few the work with the smaller input.
 * @param many the same with the larger one.
 * @param enough no further run is made once the growth is below this.
 */
export async function growth(few: () => unknown, many: () => unknown, enough: number): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const times = () => large / Math.max(small, noise);
  for (let run = 0; run < 5 && !(times() < enough); run++) {
    small = Math.min(small, await cost(few));
    large = Math.min(large, await cost(many));
  }
  return times();
}
