import type { VFileMessage } from "vfile-message";
import type { Source } from "./entry/source.ts";
import type { DedupeRule } from "./dag/dedupe/rule.ts";
import type { LinkRule } from "./dag/link.ts";
import type { OwnRule } from "./dag/own/rule.ts";
import type { ForkRule, KindRule } from "./thread/fork/rule.ts";
import type { PlaceRule } from "./thread/place/rule.ts";
import type { AnnotateRule } from "./ccast/annotate-rule.ts";

/** Takes a message about the data. Nothing in a package writes to the console. */
export type Report = (message: VFileMessage) => void;

/** What extends the reading wing. Rules of an extension are asked before the rules that core has. */
export interface Extension {
  /** Other programs whose files can be read (default: none). */
  readonly sources?: readonly Source[] | undefined;
  /** Which entries are copies of which. */
  readonly dedupe?: readonly DedupeRule[] | undefined;
  /** Which line an entry belongs to (default: the file). */
  readonly own?: readonly OwnRule[] | undefined;
  /** Where a line without a parent was born. */
  readonly link?: readonly LinkRule[] | undefined;
  /** How a fork that is not true is told. */
  readonly fork?: readonly ForkRule[] | undefined;
  /** What kind of choice a side of a true fork is. */
  readonly kind?: readonly KindRule[] | undefined;
  /** Where a root stands that does not begin its line. */
  readonly place?: readonly PlaceRule[] | undefined;
  /** What the finished tree says twice. */
  readonly annotate?: readonly AnnotateRule[] | undefined;
  /** Names of rules that are not asked (default: none). A name that no rule has is a `TypeError`. */
  readonly off?: readonly string[] | undefined;
}

/** Options that every stage of the reading wing takes. */
export interface ReadOptions {
  /** Takes messages (default: they are dropped). */
  report?: Report | undefined;
  extensions?: readonly Extension[] | undefined;
  /** Sidecar files by path, parsed: evidence for link rules (default: none). */
  sidecars?: ReadonlyMap<string, unknown> | undefined;
  /**
   * What a compaction means for its session: the line goes on (`"continue"`, the default), or the boundary begins another
   * one, which is a root of its own (`"root"`, seed 000).
   */
  compaction?: "continue" | "root" | undefined;
}

/** The lists of rules that an extension may add to. */
type Family = "dedupe" | "own" | "link" | "fork" | "kind" | "place" | "annotate";
type RuleOf<F extends Family> = NonNullable<Extension[F]>[number];

/**
 * The rules of a family in the order in which they are asked: those of extensions, then core's, without those that
 * are switched off.
 *
 * @param family the name of the list.
 * @param core what core has.
 * @param options extensions.
 */
export function rulesOf<F extends Family>(family: F, core: readonly RuleOf<F>[], options: ReadOptions): RuleOf<F>[] {
  const added = (options.extensions ?? []).flatMap((extension) => (extension[family] ?? []) as readonly RuleOf<F>[]);
  return [...added, ...core].filter(({ name }) => !isOff(name, options));
}

/** Whether a rule is switched off by an extension. */
export function isOff(name: string, { extensions = [] }: ReadOptions): boolean {
  return extensions.some(({ off = [] }) => off.includes(name));
}
