import type { Leaf } from "@ccdag/ccast";

/** Two attempts at the same: what a rewind left, and what was continued. */
export interface Attempts {
  readonly abandoned: Leaf;
  readonly kept: Leaf;
  /** How many other branches were abandoned. */
  readonly others: number;
}

/** The first attempt that was abandoned, and the one that was kept in its session; absent where nothing was rewound. */
export function attemptsOf(found: readonly Leaf[]): Attempts | undefined {
  const all = found.filter(({ active, branch }) => !active && branch !== undefined);
  const [abandoned] = all;
  const kept = found.find(({ active, sessionId }) => active && sessionId === abandoned?.sessionId);
  return abandoned === undefined || kept === undefined ? undefined : { abandoned, kept, others: all.length - 1 };
}
