export type Failures = Map<string, { readonly count: number; readonly seeds: readonly number[] }>;

interface Run {
  readonly report: string;
  readonly code: number;
  readonly suite: string;
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

/** The failures of one run, in the order of the report. */
export function failuresOf(run: Run): Failure[];

/** Add the failures of one run, and return how many there were. */
export function count(failures: Failures, run: Run & { readonly seed: number }): number;

/** What a failure says, for the end of a long log: its name, and the start of its message. */
export function describeFailure(failure: Failure): string;

/** The failures as text, the most frequent first. */
export function summarise(failures: Failures, times: number): string;
