import { type ModelUsage, promptTokens } from "./usage.ts";

/** How full the context window was at API calls, in tokens. */
export interface ContextFill {
  /** At the call with the longest prompt. */
  readonly peak: number;
  /** At the last call. */
  readonly last: number;
  /** The size of the window; absent where it is not known. */
  readonly window?: number | undefined;
}

/** Windows of models whose names begin so: what they have, and what they have with the larger window that can be switched on. */
const windows: ReadonlyArray<readonly [name: string, usual: number, large: number]> = [["claude-", 200_000, 1_000_000]];

/**
 * Measure how full the context window was. A transcript does not say how large it is: a prompt that is longer than the usual
 * window proves the larger one.
 *
 * @param calls the API calls of one thread, in order, each as `UsageReport.calls` has it: what its own model did is the first.
 * @returns absent without a call.
 */
export function contextFill(calls: Iterable<readonly ModelUsage[]>): ContextFill | undefined {
  let [peak, last] = [0, 0];
  let window: number | undefined;
  for (const [own] of calls) {
    if (own === undefined) continue;
    last = promptTokens(own.usage);
    peak = Math.max(peak, last);
    window = windowOf(own.model ?? "", peak) ?? window;
  }
  return peak === 0 ? undefined : { peak, last, window };
}

function windowOf(model: string, peak: number): number | undefined {
  const [, usual = 0, large = 0] = windows.find(([name]) => model.startsWith(name)) ?? [];
  return [usual, large].find((window) => window >= peak && window > 0);
}
