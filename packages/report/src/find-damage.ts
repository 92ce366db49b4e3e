import { type Ledger, locationId } from "@ccdag/ccast";
import { type Entry, type Bookkeeping, describeRecovered, unknownParts } from "@ccdag/core";
import type { VFile } from "vfile";
import { count } from "@ccdag/mdast/amounts";

/** How many places are listed for each kind of damage. */
const listed = 20;

/** What of the files could not be read or understood. */
export interface Damage {
  /** Each kind with its number, such as `2 lines are damaged`; empty if everything was understood. */
  readonly summary: readonly string[];
  /** The places, one line each. */
  readonly places: readonly string[];
  /** Whether lines or records are concerned, and not only whole files that could not be opened. */
  readonly isInside: boolean;
}

/** The places of each kind of damage. */
interface DamagePlaces {
  readonly malformed: string[];
  readonly replaced: string[];
  readonly foreign: string[];
  readonly unread: string[];
}

/**
 * Find what was not understood: lines that are no JSON, bytes that are not UTF-8, objects that are no records of a
 * transcript, and files that could not be read or only in part.
 *
 * @param file the project, parsed.
 */
export function findDamage(file: VFile): Damage {
  const list = new DamageList();
  list.add(file);
  return list.toDamage();
}

/** What was not understood of a project that is read in parts. */
export class DamageList {
  readonly #places: DamagePlaces = { malformed: [], replaced: [], foreign: [], unread: [] };
  #isPartial = false;

  /** Add a part, parsed. */
  add(file: VFile): void {
    const { malformed, replaced, foreign, unread } = this.#places;
    const files = [file, ...(file.data.companions ?? [])];
    for (const place of damagedLines(file.data.ledger!)) malformed.push(place);
    for (const place of messagesOf(files, ({ ruleId }) => ruleId === "invalid-utf8")) replaced.push(place);
    for (const place of foreignRecords(file)) foreign.push(place);
    for (const { path, messages, value } of files) {
      const failure = messages.find(({ fatal }) => fatal);
      if (failure === undefined) continue;
      unread.push(`${path}: ${failure.reason}`);
      this.#isPartial ||= value !== undefined;
    }
  }

  /** All damage, each kind in the order in which the parts were added. */
  toDamage(): Damage {
    const { malformed, replaced, foreign, unread } = this.#places;
    const kinds = [
      { places: malformed, says: (n: number) => `${count(n, "line")} ${n === 1 ? "is" : "are"} damaged` },
      { places: replaced, says: (n: number) => `${count(n, "line")} ${n === 1 ? "is" : "are"} not UTF-8` },
      { places: foreign, says: (n: number) => `${count(n, "line")} ${n === 1 ? "was" : "were"} not understood` },
      { places: unread, says: (n: number) => `${count(n, "file")} could not be read` },
    ].filter(({ places }) => places.length > 0);
    return {
      summary: kinds.map(({ places, says }) => says(places.length)),
      places: kinds.flatMap(({ places }) => cut(places)),
      isInside: this.#isPartial || malformed.length + replaced.length + foreign.length > 0,
    };
  }
}

/** The lines that are no JSON object, each with what was read on it all the same. */
function damagedLines({ malformed, records }: Ledger): string[] {
  const read = new Map<string, number>();
  for (const { path, line, isRecovered } of records)
    if (isRecovered) read.set(`${path}:${line}`, (read.get(`${path}:${line}`) ?? 0) + 1);
  return malformed.map((line) => {
    const found = read.get(locationId(line));
    return `${locationId(line)}: ${found === undefined ? "no JSON object" : describeRecovered(found, line.lost)}`;
  });
}

function messagesOf(files: readonly VFile[], isWanted: (message: VFile["messages"][number]) => boolean): string[] {
  return files.flatMap(({ path, messages }) =>
    messages.filter(isWanted).map(({ line, reason }) => `${path}:${line}: ${reason}`),
  );
}

/** Objects without a type, and all records of a file in which no record has a type that this version knows. */
function foreignRecords(file: VFile): string[] {
  const { dag } = file.data.transcript!;
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  const records = [...dag.entries.values(), ...copies, ...dag.bookkeeping];
  const known = new Set(records.flatMap((record) => (isKnown(record) ? record.location.path : [])));
  return records.flatMap((record) => {
    const { path, line } = record.location;
    if (known.has(path) && (hasType(record) || record.form === "entry")) return [];
    return `${path}:${line}: no record of a transcript${hasType(record) ? `, type \`${record.type}\`` : ""}`;
  });
}

function hasType({ raw }: Entry | Bookkeeping): boolean {
  return typeof raw["type"] === "string";
}

function isKnown(record: Entry | Bookkeeping): boolean {
  if (record.isKnown || (record.form === "entry" && record.message !== undefined)) return true;
  return hasType(record) && !unknownParts(record).some((part) => part.startsWith("type "));
}

function cut(places: readonly string[]): string[] {
  if (places.length <= listed) return [...places];
  return [...places.slice(0, listed), `… and ${places.length - listed} more`];
}
