import { locationId } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import { isNotice } from "../../entry/kind.ts";
import { report } from "../../report.ts";
import { byName } from "../own/earliest-session.ts";
import type { OwnerRule, OwnerView, Ownership } from "../own/own-rule.ts";
import type { Copy } from "../dag.ts";
import { enrich } from "./enrich.ts";
import { replayedUuid } from "./replayed-uuid.ts";
import type { IdentityRule } from "./dedupe-rule.ts";
import { isWithin } from "./same-words.ts";

/** The entries after copies by uuid are folded: one entry per uuid, and the copies with their originals. */
export interface Identified {
  /** The entries that are left, in the order of (path, line). */
  readonly entries: Entry[];
  /** The folded copies, with their originals. */
  readonly copies: Copy[];
  /** Parents recorded on copies, by id of the owner. They are tried if the owner's parent does not resolve. */
  readonly otherParents: ReadonlyMap<string, readonly string[]>;
}

/** The rules of uuid identity. */
export interface IdentityRules {
  /** Decide which entries are folded into the owner. */
  readonly identity: readonly IdentityRule[];
  /** Decide which file owns an entry. */
  readonly owner: readonly OwnerRule[];
}

/**
 * Make one entry of all records with one uuid. The owner rules decide which of several files owns it; the identity
 * rules decide which records are folded into it. Two records with one uuid and different content are no copies: both
 * stay, and `uuid-collision` is reported. A caveat without a parent that begins several files stays in each of them.
 *
 * @param entries all entries, in the order of (path, line).
 * @param view the files, and where messages go.
 * @param rules the identity and owner rules.
 */
export function sameUuid(entries: readonly Entry[], view: OwnerView, rules: IdentityRules): Identified {
  const kept = new Map<Entry, Entry>();
  const copies: Copy[] = [];
  const otherParents = new Map<string, string[]>();
  const shared = findShared(entries);
  if (shared.size === 0) return { entries: [...entries], copies, otherParents };
  for (const group of shared.values()) settle(group);
  const left = entries.flatMap((entry) => (shared.has(entry.id) ? (kept.get(entry) ?? []) : entry));
  return { entries: left, copies, otherParents };

  /** The first entry that is kept has the uuid as its id; the id of any other is its location. */
  function settle(group: readonly Entry[]): void {
    let first: Entry | undefined;
    for (const [index, same] of alike(group).entries()) {
      const { owner, because } = ownerOf(same, view, rules.owner);
      if (index > 0)
        report(view, "uuid-collision", owner.location, `Unexpected second entry \`${owner.id}\` with other content`);
      const folded = foldedInto(owner, same, rules.identity);
      const others = new Set(folded.map(({ entry }) => entry));
      for (const entry of same) {
        if (others.has(entry)) continue;
        const own = entry === owner ? enrich(owner, others) : entry;
        const built: Entry = first ? { ...own, id: locationId(own.location) } : own;
        kept.set(entry, built);
        if (first)
          copies.push({ entry, of: built, rule: index > 0 ? "uuid-collision" : replayedUuid.name, isShared: true });
        first ??= built;
        if (entry === owner) fold(folded, built, because);
      }
    }
  }

  function fold(folded: readonly FoldedEntry[], of: Entry, because: string): void {
    for (const { entry, rule } of folded) copies.push({ entry, of, rule, because });
    const parents = new Set(folded.flatMap(({ entry }) => entry.parentUuid ?? []));
    if (of.parentUuid !== null) parents.delete(of.parentUuid);
    if (parents.size > 0) otherParents.set(of.id, [...parents]);
  }
}

/** A copy, and the rule that folds it. */
interface FoldedEntry {
  readonly entry: Entry;
  readonly rule: string;
}

/** The entries with each id that several of them have, by the first of them; nearly all ids are of one entry. */
function findShared(entries: readonly Entry[]): Map<string, Entry[]> {
  const first = new Map<string, number>();
  const shared = new Map<string, Entry[]>();
  for (const [index, entry] of entries.entries()) {
    const known = first.get(entry.id);
    if (known === undefined) first.set(entry.id, index);
    else if (shared.has(entry.id)) shared.get(entry.id)!.push(entry);
    else shared.set(entry.id, [entries[known]!, entry]);
  }
  return new Map([...shared].sort(([a], [b]) => first.get(a)! - first.get(b)!));
}

/** Run the owner rules. Within one file the first entry wins; if no rule decides, the file name does. */
function ownerOf(same: readonly Entry[], view: OwnerView, rules: readonly OwnerRule[]): Ownership {
  const byPath = new Map<string, Entry>();
  for (const entry of same) if (!byPath.has(entry.location.path)) byPath.set(entry.location.path, entry);
  const candidates = [...byPath.values()];
  if (candidates.length === 1) return { owner: candidates[0]!, because: "the first line of its file" };
  for (const rule of rules) {
    const ownership = rule.choose(candidates, view);
    if (ownership) return ownership;
  }
  return { owner: candidates.sort(byName)[0]!, because: "the name of the file" };
}

function foldedInto(owner: Entry, same: readonly Entry[], rules: readonly IdentityRule[]): FoldedEntry[] {
  if (isSharedRoot(same)) return [];
  return same.flatMap((entry) => {
    const rule = entry === owner ? undefined : rules.find(({ folds }) => folds(entry, owner));
    return rule ? { entry, rule: rule.name } : [];
  });
}

/** Groups of entries with the same content: one kind of node, and the fullest entry has all content of the others. */
function alike(group: readonly Entry[]): Entry[][] {
  const classes: Array<{ entries: Entry[]; fullest: Entry }> = [];
  for (const entry of group) {
    // If hundreds of entries share a uuid, some tool has replaced the uuids.
    const found = classes
      .slice(0, 50)
      .find(({ fullest }) => isOneForm(entry, fullest) && (isWithin(entry, fullest) || isWithin(fullest, entry)));
    if (found === undefined) classes.push({ entries: [entry], fullest: entry });
    else {
      found.entries.push(entry);
      if (!isWithin(entry, found.fullest)) found.fullest = entry;
    }
  }
  return classes.map(({ entries }) => entries);
}

/** Whether two entries become one kind of node: a prompt that was queued and is empty has no attachment of any other kind. */
function isOneForm(a: Entry, b: Entry): boolean {
  return a.type === b.type && isNotice(a) === isNotice(b);
}

/** Whether the entries are a caveat without a parent that begins several files. */
function isSharedRoot(same: readonly Entry[]): boolean {
  if (same[0]!.userKind !== "caveat" || same.some(({ parentUuid }) => parentUuid !== null)) return false;
  return new Set(same.map(({ location }) => location.path)).size === same.length;
}
