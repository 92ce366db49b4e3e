// How long tests may wait. A limit in seconds would be a statement about the machine and its load, so limits are multiples of what
// the machine shows when a run begins.

/** Milliseconds that the work below takes on a quiet machine of the kind that the limits were chosen on. */
const usual = 100;

/** How many times as long as usual the machine takes now; never less than 1. The environment may say it: `CCDAG_PATIENCE`. */
export function patience(env = process.env) {
  const said = Number(env.CCDAG_PATIENCE);
  if (said >= 1) return said;
  const began = performance.now();
  work();
  return Math.max(1, Math.round((10 * (performance.now() - began)) / usual) / 10);
}

/** Arithmetic and memory, as tests need them. */
function work() {
  const all = new Map();
  for (let i = 0; i < 500_000; i++) all.set(`key ${i % 5000}`, (all.get(`key ${(7 * i) % 5000}`) ?? 0) + i);
  return all.size;
}
