/** What may stay, with its reason: an expression that is not linear, or a call of `RegExp` with examples. */
export interface Allowed {
  readonly file: string;
  readonly reason: string;
  readonly regexp?: string;
  readonly call?: string;
  readonly examples?: readonly string[];
}
/** A regular expression that a call made, and where. */
export interface Made {
  readonly path: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}
/** The regular expressions of some sources, and the calls of `RegExp` for which none is known. */
export interface Collected {
  readonly regexps: ReadonlyArray<{ path: string; line: number; regexp: string; pattern: string; flags: string }>;
  readonly unknown: ReadonlyArray<{ path: string; line: number; call: string }>;
}
type VerdictOf = (regexp: { pattern: string; flags: string }) => string;
/** The regular expressions of some sources, by path. */
export function collect(sources: ReadonlyMap<string, string>, made: readonly Made[]): Collected;
/** What is wrong: one line for each fault. */
export function judge(found: Collected, verdictOf: VerdictOf, allowed: readonly Allowed[]): string[];
/** The verdict of recheck: `safe` for linear time. */
export function recheck(regexp: { pattern: string; flags: string }): string;
