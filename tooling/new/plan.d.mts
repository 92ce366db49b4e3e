/** All that a new thing needs. */
export interface Plan {
  /** The text of each file that is written or changed, by its path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** The names of the generators that run afterwards. */
  readonly generators: readonly string[];
  /** What they write. */
  readonly generated: readonly string[];
  /** The files in which something is to be replaced. */
  readonly todo: readonly string[];
  /** The document that explains it. */
  readonly guide: string;
}
/** What can be new. */
export const kinds: Readonly<Record<"rule" | "tool" | "command" | "source" | "format", unknown>>;
/** Why there is no plan, in one line. */
export class PlanError extends Error {}
/** Plan what is to be written; throws a `PlanError` if something is in the way. */
export function planOf(args: readonly string[], read: (path: string) => string | undefined): Plan;
/** Refuse a plan after which a code file would be too long, with a `PlanError`. */
export function assertRoom(plan: Pick<Plan, "texts">): void;
