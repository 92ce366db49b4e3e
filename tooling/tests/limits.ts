import { patience } from "../gate/patience.mjs";

/** Seconds that a test may take on a quiet machine. They end what hangs; none of them is a statement about speed. */
const seconds = { fast: 60, slow: 600 };
/** Milliseconds after which a program that a test starts, and waits for, counts as one that hangs. */
export const stuckAfter: number = 1000 * seconds.fast * patience();

/** What a page or a file shows after an action may come later, and much later on a busy machine. */
const pollSeconds = 10;

/** How long tests, hooks and polls may wait: multiples of what the machine shows when the run begins. */
export function limits(isSlow: boolean): {
  testTimeout: number;
  hookTimeout: number;
  expect: { poll: { timeout: number } };
} {
  const times = patience();
  const timeout = 1000 * (isSlow ? seconds.slow : seconds.fast) * times;
  if (times >= 2) console.log(`Limits are ${times} times as long as usual, because the machine is slow or busy.`);
  return { testTimeout: timeout, hookTimeout: timeout, expect: { poll: { timeout: 1000 * pollSeconds * times } } };
}
