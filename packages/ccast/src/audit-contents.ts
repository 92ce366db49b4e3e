import type { Ledger, Recorded } from "./account.ts";
import type { Finding } from "./audit.ts";
import { Holdings } from "./contents.ts";
import { locationId } from "./location.ts";
import type { TreeContents } from "./tree-contents.ts";

/**
 * Compare what records hold with what nodes hold. Everything that a record holds stands in a node of the record, or of an
 * entry that stands for it; and those nodes hold nothing else. Records that are hidden, also in part, and those that are
 * in no node at all are not looked at: other parts of the audit say so.
 */
export function auditContents(contents: TreeContents, ledger: Ledger): Finding[] {
  const { contentsOf } = ledger;
  if (contentsOf === undefined) return [];
  const findings: Finding[] = [];
  const holders = new Holders(contents, ledger);
  for (const record of ledger.records) {
    const location = locationId(record);
    const found = holders.of(record, location);
    if (found === undefined) continue;
    const id = record.uuid ?? location;
    for (const content of contentsOf(record)) {
      // Each holder is asked: what it holds beside what it was asked for is in no record.
      const isHeld = found.map(({ holdings }) => holdings.take(content)).includes(true);
      if (!isHeld) findings.push({ id, reason: `Lost: ${content.what} (${location}) stands nowhere in the tree` });
    }
    if (found.length === 1 && !found[0]!.isShared) for (const one of changedIn(found[0]!, id)) findings.push(one);
  }
  for (const [id, holder] of holders.shared) for (const one of changedIn(holder, id)) findings.push(one);
  return findings;
}

function changedIn({ holdings, isHidden }: Holder, id: string): Finding[] {
  if (isHidden) return [];
  return holdings
    .others()
    .map((value) => ({ id, reason: `Changed: the tree holds ${quote(value)}, which is in no record` }));
}

function quote(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ").trim();
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}

/** The nodes of an entry, or of several records with one uuid. */
interface Holder {
  readonly holdings: Holdings;
  readonly isEmpty: boolean;
  /** Whether it stands for several records. */
  readonly isShared: boolean;
  /** Whether some of the nodes, or of what stands for its records, is hidden. */
  isHidden: boolean;
}

/** Finds what holds the content of a record. */
class Holders {
  /** What stands for several records, which is looked up once. */
  readonly shared = new Map<string, Holder>();
  readonly #nodes: TreeContents["nodes"];
  readonly #hidden: ReadonlySet<string>;
  /** The entries that each record was folded into, by its location. */
  readonly #folded = new Map<string, string[]>();
  /** Entries that hold content of other records. */
  readonly #originals = new Set<string>();
  /** The record with a uuid, the first if several have it. */
  readonly #first = new Map<string, Recorded>();
  /** The locations of all records with a uuid that several have. */
  readonly #several = new Map<string, string[]>();

  constructor({ nodes }: TreeContents, { records, folded, hidden }: Ledger) {
    this.#nodes = nodes;
    this.#hidden = new Set(hidden);
    for (const row of folded) {
      push(this.#folded, locationId(row), row.into);
      this.#originals.add(row.into);
    }
    for (const record of records) {
      const { uuid, heldBy = [] } = record;
      for (const id of heldBy) this.#originals.add(id);
      if (uuid === undefined) continue;
      const first = this.#first.get(uuid);
      if (first === undefined) this.#first.set(uuid, record);
      else {
        if (!this.#several.has(uuid)) push(this.#several, uuid, locationId(first));
        push(this.#several, uuid, locationId(record));
      }
    }
  }

  /** What may hold the content of a record; `undefined` if nothing does, or if some of it is hidden. */
  of(record: Recorded, location: string): readonly Holder[] | undefined {
    const { uuid: own = location, heldBy = [] } = record;
    const folded = this.#folded.get(location) ?? [];
    const ids = folded.length + heldBy.length === 0 ? [own] : [...new Set([own, ...folded, ...heldBy])];
    const found = ids.map((id) => this.#holder(id, ids.length > 1));
    const isHidden = found.some((holder) => holder.isHidden);
    if (isHidden) for (const holder of found) holder.isHidden = true;
    return isHidden || found.every(({ isEmpty }) => isEmpty) ? undefined : found;
  }

  #holder(id: string, isOfSeveral: boolean): Holder {
    const known = this.shared.get(id);
    if (known) return known;
    const locations = this.#several.get(id) ?? [this.#locationOf(id)];
    const nodes = locations.flatMap((location) => this.#nodes.get(location) ?? []);
    const isShared = isOfSeveral || locations.length > 1 || this.#originals.has(id);
    const isHidden = this.#hidden.size > 0 && [id, ...locations].some((one) => this.#hidden.has(one));
    const holder = { holdings: new Holdings(nodes, isShared), isEmpty: nodes.length === 0, isShared, isHidden };
    if (isShared) this.shared.set(id, holder);
    return holder;
  }

  #locationOf(id: string): string {
    const record = this.#first.get(id);
    return record ? locationId(record) : id;
  }
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
