import { repeatedBlock } from "./dag/dedupe/repeated-block.ts";
import { repeatedNotification } from "./dag/dedupe/repeated-notification.ts";
import { replayedContent } from "./dag/dedupe/replayed-content.ts";
import { excerpt } from "./dag/dedupe/excerpt.ts";
import { duplicateLine } from "./dag/dedupe/duplicate-line.ts";
import { replayedUuid } from "./dag/dedupe/replayed-uuid.ts";
import type { DedupeRule, IdentityRule } from "./dag/dedupe/dedupe-rule.ts";
import type { LinkRule } from "./dag/link.ts";
import { earliestSession } from "./dag/own/earliest-session.ts";
import { fileSession } from "./dag/own/file-session.ts";
import { namedFile } from "./dag/own/named-file.ts";
import type { OwnerRule, OwnRule } from "./dag/own/own-rule.ts";
import { type CycleRule, parentCycle } from "./dag/parent-cycle.ts";
import { retryBelowProgress } from "./dag/retry-below-progress.ts";
import { type EdgeRule, sharedCaveat } from "./dag/shared-caveat.ts";
import type { AnnotateRule } from "./ccast/annotate-rule.ts";
import { hookByTool, type HookRule } from "./ccast/hook-by-tool.ts";
import type { Extension } from "./extension.ts";
import { bookkeeping } from "./session/bookkeeping.ts";
import type { AttachRule, BookkeepingRule } from "./session/session-rule.ts";
import { acceptedPlan } from "./session/accepted-plan.ts";
import { sessionAttach } from "./session/session-attach.ts";
import { forkRules, kindRules } from "./thread/fork/index.ts";
import { rewind } from "./thread/fork/rewind.ts";
import type { ForkRule, KindRule } from "./thread/fork/fork-rule.ts";
import { placeRules } from "./thread/place/index.ts";
import type { PlaceRule } from "./thread/place/place-rule.ts";

/** The type of a rule of each family, by the name of the list in an {@link Extension}. */
export interface RuleFamilies {
  /** Which entries with one uuid are copies of each other. */
  readonly identity: IdentityRule;
  /** Which of several files owns an entry. */
  readonly owner: OwnerRule;
  /** Which thread an entry belongs to (default: that of its file). */
  readonly own: OwnRule;
  /** Which entries are copies of others under another uuid. */
  readonly dedupe: DedupeRule;
  /** Which recorded parents are none. */
  readonly edge: EdgeRule;
  /** Where a thread without a parent was spawned. */
  readonly link: LinkRule;
  /** Where a cycle of parents is cut. */
  readonly cycle: CycleRule;
  /** How a fork that is not true is laid out. */
  readonly fork: ForkRule;
  /** What kind of choice a side of a true fork is. */
  readonly kind: KindRule;
  /** Where a root is placed that does not begin its thread. */
  readonly place: PlaceRule;
  /** Which entry of another session a session continues from. */
  readonly attach: AttachRule;
  /** Where records without a uuid are placed. */
  readonly bookkeeping: BookkeepingRule;
  /** Which tool call a hook or progress record belongs to. */
  readonly hook: HookRule;
  /** Marks repeats in the finished tree. */
  readonly annotate: AnnotateRule;
}

/**
 * All rules that the stages use, family by family, in the order in which they run. Frozen, because the stages share it.
 */
export type Rulebook = { readonly [Family in keyof RuleFamilies]: ReadonlyArray<RuleFamilies[Family]> } & {
  /** Whether a true fork becomes branches. Without the rule `rewind` its sides are laid out one after another. */
  readonly hasBranches: boolean;
};

/** The rules of core, family by family. The order within a family is the order in which its rules run. */
const coreRules: { readonly [Family in keyof RuleFamilies]: ReadonlyArray<RuleFamilies[Family]> } = {
  identity: [duplicateLine, replayedUuid], // they apply to different copies, so their order does not matter
  owner: [namedFile, earliestSession],
  own: [fileSession],
  dedupe: [
    replayedContent,
    repeatedBlock, // a single block that was written again
    repeatedNotification,
    excerpt, // what an index of the client has of a record
  ],
  edge: [sharedCaveat, retryBelowProgress],
  link: [], // core knows no agents: see @ccdag/agents
  cycle: [parentCycle],
  fork: forkRules,
  kind: kindRules,
  place: placeRules,
  attach: [sessionAttach, acceptedPlan],
  bookkeeping: [bookkeeping],
  hook: [hookByTool],
  annotate: [],
};

const families = Object.keys(coreRules) as Array<keyof RuleFamilies>;

/** Names of the rules of core that can be switched off. */
export const ruleNames: ReadonlySet<string> = new Set(families.flatMap((family) => namesIn(coreRules[family])));

/**
 * Combine the rules of core and of extensions, once for all stages.
 *
 * @param extensions their rules run before those of core; earlier extensions come first (default: none).
 * @param off names of rules to switch off, besides those in `off` of an extension (default: none).
 * @returns a frozen rulebook.
 * @throws TypeError if no rule has a name in `off`: a misspelt name would otherwise go unnoticed.
 */
export function resolveRules(extensions: readonly Extension[] = [], off: readonly string[] = []): Rulebook {
  const silent = new Set([...off, ...extensions.flatMap((extension) => extension.off ?? [])]);
  const added = new Set(extensions.flatMap((extension) => families.flatMap((family) => namesIn(extension[family]))));
  for (const name of silent)
    if (!ruleNames.has(name) && !added.has(name))
      throw new TypeError(`Expected the name of a rule in \`off\`, not \`${name}\``);
  const resolve = <Family extends keyof RuleFamilies>(family: Family): ReadonlyArray<RuleFamilies[Family]> => {
    const own = extensions.flatMap((extension) => (extension[family] ?? []) as ReadonlyArray<RuleFamilies[Family]>);
    const core = coreRules[family] as ReadonlyArray<RuleFamilies[Family]>;
    return Object.freeze([...own, ...core].filter(({ name }) => !silent.has(name)));
  };
  const kind = resolve("kind");
  return Object.freeze({
    identity: resolve("identity"),
    owner: resolve("owner"),
    own: resolve("own"),
    dedupe: resolve("dedupe"),
    edge: resolve("edge"),
    link: resolve("link"),
    cycle: resolve("cycle"),
    fork: resolve("fork"),
    kind,
    place: resolve("place"),
    attach: resolve("attach"),
    bookkeeping: resolve("bookkeeping"),
    hook: resolve("hook"),
    annotate: resolve("annotate"),
    hasBranches: kind.includes(rewind),
  });
}

function namesIn(rules: ReadonlyArray<{ readonly name: string }> = []): string[] {
  return rules.map(({ name }) => name);
}

/** The rules of core alone. A stage without a rulebook uses these. */
export const defaultRules: Rulebook = resolveRules();
