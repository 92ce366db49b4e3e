import type { Entry } from "../../entry/entry.ts";
import type { Options } from "../../options.ts";
import { report } from "../../report.ts";
import type { Copy } from "../dag.ts";
import type { FileEvidence } from "../own/earliest-session.ts";
import { earliestSession } from "../own/earliest-session.ts";
import { enrich } from "./enrich.ts";
import { identityKey } from "./keys.ts";

/** What uuid identity leaves: one entry per uuid, and the copies with their originals. */
export interface Identified {
  readonly entries: Entry[];
  readonly copies: Copy[];
  /** Parents recorded on copies, to be tried where the owner's leads nowhere, by id of the owner. */
  readonly otherParents: ReadonlyMap<string, readonly string[]>;
}

/**
 * One uuid is one entry (rules duplicate-line and replayed-uuid).
 *
 * ```text
 * S1: a ─ b ─ c ─ d        S2: c'─ d'─ e      (c' and d' have the uuids of c and d)
 * ```
 *
 * A line repeated in its file is told by the first. A prefix that several files share is told in the file that wrote
 * it first (earliest-session); fields that the owner lacks are filled from the copies. Two records with one uuid and
 * different words are no copies: both stay (`uuid-collision`). A caveat without a parent that several files begin
 * with stays with every file.
 *
 * @param entries all entries, in the order of (path, line).
 * @param files what is known of each file.
 * @param options where messages go.
 */
export function sameUuid(entries: readonly Entry[], files: FileEvidence, options: Options): Identified {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.id);
    if (group) group.push(entry);
    else groups.set(entry.id, [entry]);
  }
  const kept = new Map<Entry, Entry>();
  const copies: Copy[] = [];
  const otherParents = new Map<string, string[]>();
  for (const group of groups.values()) {
    if (group.length === 1) {
      kept.set(group[0]!, group[0]!);
      continue;
    }
    for (const [index, same] of alike(group).entries()) {
      const owners = sharedRoots(same) ?? [earliestSession(same, files, options)];
      for (const [nth, owner] of owners.entries()) {
        const others = owners.length > 1 ? [] : same.filter((entry) => entry !== owner);
        const told = index + nth === 0 ? enrich(owner, others) : { ...owner, id: placeId(owner) };
        kept.set(owner, told);
        for (const entry of others) copies.push({ entry, of: told, rule: copyRule(entry, owner) });
        if (index + nth > 0) copies.push({ entry: owner, of: told, rule: sharedRule(index), isShared: true });
        if (index > 0 && nth === 0)
          report(options, "uuid-collision", owner.place, `Unexpected second entry \`${owner.id}\` with other words`);
        const parents = others.flatMap(({ parentUuid }) => parentUuid ?? []);
        if (parents.some((parent) => parent !== owner.parentUuid)) otherParents.set(told.id, parents);
      }
    }
  }
  return { entries: entries.flatMap((entry) => kept.get(entry) ?? []), copies, otherParents };
}

function placeId({ place }: Entry): string {
  return `${place.path}:${place.line}`;
}

function copyRule(copy: Entry, owner: Entry): string {
  return copy.place.path === owner.place.path ? "duplicate-line" : "replayed-uuid";
}

function sharedRule(index: number): string {
  return index > 0 ? "uuid-collision" : "replayed-uuid";
}

/** Entries that say the same: one type and, where both say something, the same. */
function alike(group: readonly Entry[]): Entry[][] {
  const classes: Array<{ entries: Entry[]; text: string }> = [];
  for (const entry of group) {
    const text = identityKey(entry);
    const found = classes.find(
      ({ entries, text: known }) => entries[0]!.type === entry.type && (text === "" || known === "" || text === known),
    );
    if (found) {
      found.entries.push(entry);
      found.text ||= text;
    } else classes.push({ entries: [entry], text });
  }
  return classes.map(({ entries }) => entries);
}

/** A parentless caveat of several files is where each of them begins. */
function sharedRoots(same: readonly Entry[]): Entry[] | undefined {
  if (same[0]!.flavour !== "caveat" || same.some(({ parentUuid }) => parentUuid !== null)) return undefined;
  const byPath = new Map<string, Entry>();
  for (const entry of same) if (!byPath.has(entry.place.path)) byPath.set(entry.place.path, entry);
  return byPath.size === same.length && byPath.size > 1 ? [...byPath.values()] : undefined;
}
