/** The suites that have a test file whose path contains one of the filters; without filters all of them. */
export function choose(wanted: {
  readonly isSlow: boolean;
  readonly filters: readonly string[];
}): ReadonlyArray<{ readonly name: string }>;
