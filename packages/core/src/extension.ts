import type { Source } from "./entry/source.ts";
import type { RuleFamilies } from "./rulebook.ts";

/**
 * Extends the reading half with sources, and with rules of any family. Its rules run before those of core. For each
 * list the default is none.
 */
export interface Extension {
  /** Other programs whose files can be read (default: none). */
  readonly sources?: readonly Source[] | undefined;
  /** Which entries with one uuid are copies of each other. */
  readonly identity?: ReadonlyArray<RuleFamilies["identity"]> | undefined;
  /** Which of several files owns an entry. */
  readonly owner?: ReadonlyArray<RuleFamilies["owner"]> | undefined;
  /** Which thread an entry belongs to (default: that of its file). */
  readonly own?: ReadonlyArray<RuleFamilies["own"]> | undefined;
  /** Which entries are copies of others under another uuid. */
  readonly dedupe?: ReadonlyArray<RuleFamilies["dedupe"]> | undefined;
  /** Where a thread without a parent was spawned. */
  readonly link?: ReadonlyArray<RuleFamilies["link"]> | undefined;
  /** Where a cycle of parents is cut. */
  readonly cycle?: ReadonlyArray<RuleFamilies["cycle"]> | undefined;
  /** How a fork that is not true is laid out. */
  readonly fork?: ReadonlyArray<RuleFamilies["fork"]> | undefined;
  /** What kind of choice a side of a true fork is. */
  readonly kind?: ReadonlyArray<RuleFamilies["kind"]> | undefined;
  /** Where a root is placed that does not begin its thread. */
  readonly place?: ReadonlyArray<RuleFamilies["place"]> | undefined;
  /** Which entry of another session a session continues from. */
  readonly attach?: ReadonlyArray<RuleFamilies["attach"]> | undefined;
  /** Where records without a uuid are placed. */
  readonly bookkeeping?: ReadonlyArray<RuleFamilies["bookkeeping"]> | undefined;
  /** Which tool call a hook or progress record belongs to. */
  readonly hook?: ReadonlyArray<RuleFamilies["hook"]> | undefined;
  /** Marks repeats in the finished tree. */
  readonly annotate?: ReadonlyArray<RuleFamilies["annotate"]> | undefined;
  /** Names of rules to switch off (default: none). `resolveRules` throws a `TypeError` for a name that no rule has. */
  readonly off?: readonly string[] | undefined;
}
