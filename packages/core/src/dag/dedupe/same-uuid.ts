import type { Entry } from "../../entry/entry.ts";
import { groupBy } from "../../group-by.ts";
import { isOff, type ReadOptions } from "../../options.ts";
import { report } from "../../report.ts";
import type { Copy } from "../dag.ts";
import type { FileEvidence } from "../own/earliest-session.ts";
import { earliestSession } from "../own/earliest-session.ts";
import { duplicateLine } from "./duplicate-line.ts";
import { enrich } from "./enrich.ts";
import { replayedUuid } from "./replayed-uuid.ts";
import type { IdentityRule } from "./rule.ts";
import { isWithin } from "./same-words.ts";

/** What uuid identity leaves: one entry per uuid, and the copies with their originals. */
export interface Identified {
  readonly entries: Entry[];
  readonly copies: Copy[];
  /** Parents recorded on copies, to be tried where the owner's leads nowhere, by id of the owner. */
  readonly otherParents: ReadonlyMap<string, readonly string[]>;
}

/** Identity rules of core. Each is about copies of its own, so their order does not matter. */
export const identityRules: readonly IdentityRule[] = [duplicateLine, replayedUuid];

/**
 * One uuid is one entry. Which of several owns it is decided by earliest-session, and the identity rules say which
 * others are folded into it. Two records with one uuid that say different things are no copies: both stay
 * (`uuid-collision`). A caveat without a parent that several files begin with stays with every file.
 *
 * @param entries all entries, in the order of (path, line).
 * @param files what is known of each file.
 * @param options where messages go, and rules that are switched off.
 */
export function sameUuid(entries: readonly Entry[], files: FileEvidence, options: ReadOptions): Identified {
  const kept = new Map<Entry, Entry>();
  const copies: Copy[] = [];
  const otherParents = new Map<string, string[]>();
  const rules = identityRules.filter(({ name }) => !isOff(name, options));
  for (const group of groupBy(entries, ({ id }) => id).values()) {
    if (group.length === 1) kept.set(group[0]!, group[0]!);
    else settle(group);
  }
  return { entries: entries.flatMap((entry) => kept.get(entry) ?? []), copies, otherParents };

  /** The first entry that is told keeps the uuid as its id; any other is known by its place. */
  function settle(group: readonly Entry[]): void {
    let first: Entry | undefined;
    for (const [index, same] of alike(group).entries()) {
      const { owner, because } = earliestSession(same, files, options);
      if (index > 0)
        report(options, "uuid-collision", owner.location, `Unexpected second entry \`${owner.id}\` with other words`);
      const isRoot = isSharedRoot(same);
      const folded = same.flatMap((entry) => {
        const rule = entry === owner || isRoot ? undefined : rules.find(({ folds }) => folds(entry, owner));
        return rule ? { entry, rule: rule.name } : [];
      });
      const others = folded.map(({ entry }) => entry);
      for (const entry of same) {
        if (others.includes(entry)) continue;
        const own = entry === owner ? enrich(owner, others) : entry;
        const built: Entry = first ? { ...own, id: placeId(own) } : own;
        kept.set(entry, built);
        if (first)
          copies.push({ entry, of: built, rule: index > 0 ? "uuid-collision" : "replayed-uuid", isShared: true });
        first ??= built;
        if (entry === owner) fold(folded, built, because);
      }
    }
  }

  function fold(folded: ReadonlyArray<{ entry: Entry; rule: string }>, of: Entry, because: string): void {
    for (const { entry, rule } of folded) copies.push({ entry, of, rule, because });
    const parents = folded.flatMap(({ entry }) => entry.parentUuid ?? []);
    if (parents.some((parent) => parent !== of.parentUuid)) otherParents.set(of.id, parents);
  }
}

function placeId({ location }: Entry): string {
  return `${location.path}:${location.line}`;
}

/** Entries that say the same: one type, and none says what the fullest of them does not. */
function alike(group: readonly Entry[]): Entry[][] {
  const classes: Array<{ entries: Entry[]; fullest: Entry }> = [];
  for (const entry of group) {
    // A uuid that hundreds of entries share was put there by something that hides uuids.
    const found = classes
      .slice(0, 50)
      .find(({ fullest }) => fullest.type === entry.type && (isWithin(entry, fullest) || isWithin(fullest, entry)));
    if (found === undefined) classes.push({ entries: [entry], fullest: entry });
    else {
      found.entries.push(entry);
      if (!isWithin(entry, found.fullest)) found.fullest = entry;
    }
  }
  return classes.map(({ entries }) => entries);
}

/** A parentless caveat of several files is where each of them begins. */
function isSharedRoot(same: readonly Entry[]): boolean {
  if (same[0]!.userKind !== "caveat" || same.some(({ parentUuid }) => parentUuid !== null)) return false;
  return new Set(same.map(({ location }) => location.path)).size === same.length;
}
