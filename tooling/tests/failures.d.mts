export type Failures = Map<string, { readonly count: number; readonly seeds: readonly number[] }>;

interface Run {
  readonly report: string;
  readonly code: number;
  readonly suite: string;
  readonly seed: number;
}

/** Add the failures of one run, and return how many there were. */
export function count(failures: Failures, run: Run): number;

/** The failures as text, the most frequent first. */
export function summarise(failures: Failures, times: number): string;
