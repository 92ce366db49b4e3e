import { type Ledger, locationId, type Session, sessionStemOf } from "@ccdag/ccast";
import type { TableFacts } from "./facts.ts";

/** The account of one session, as counts. */
export interface SessionAccount {
  lines: number;
  placed: number;
  hidden: number;
  folded: number;
  bookkeeping: number;
  malformed: number;
}

/** The accounts of sessions, and of files that belong to none, by their paths without an ending. */
export interface Accounts {
  readonly sessions: ReadonlyMap<Session, SessionAccount>;
  readonly others: ReadonlyMap<string, SessionAccount>;
}

/**
 * Divide the account of a tree among its sessions. An entry is placed in the session that holds it in the tree; everything else
 * counts for the session whose file has the line. The sums over all are those of the account.
 *
 * @param facts what the tree holds.
 * @param ledger what reading found.
 */
export function divideAccount(facts: TableFacts, ledger: Ledger): Accounts {
  const sessions = new Map<Session, SessionAccount>();
  const others = new Map<string, SessionAccount>();
  const stems = new Map<string, Session>();
  for (const { node, path } of facts.sessions) {
    sessions.set(node, emptyAccount());
    if (path !== undefined && !stems.has(sessionStemOf(path))) stems.set(sessionStemOf(path), node);
  }
  const known = new Map<string, SessionAccount>();
  const at = (path: string): SessionAccount => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
  function find(path: string): SessionAccount {
    const stem = sessionStemOf(path);
    const session = facts.owners.get(path) ?? stems.get(stem);
    if (session !== undefined) return sessions.get(session)!;
    const other = others.get(stem) ?? emptyAccount();
    others.set(stem, other);
    return other;
  }
  for (const { place, entries } of facts.messages) ownerOf(place.session).placed += entries;
  for (const [session, { noticeEntries }] of facts.counts) ownerOf(session).placed += noticeEntries;
  countLines(facts, ledger, at);
  return { sessions, others };

  function ownerOf(session: Session | undefined): SessionAccount {
    return (session && sessions.get(session)) ?? at("");
  }
}

function countLines(facts: TableFacts, ledger: Ledger, at: (path: string) => SessionAccount): void {
  const folded = new Set(ledger.folded.map(locationId));
  const apart = new Set(ledger.records.flatMap((record) => (record.isRecovered ? locationId(record) : [])));
  const hidden = new Set(ledger.hidden);
  // The line of a copy only counts for the entry if no other line does.
  const places = new Map<string, { path: string; isCopy: boolean }>();
  for (const record of ledger.records) {
    const { path, uuid } = record;
    if (record.isRecovered) {
      // It is outside of the sum, whose part for damaged lines holds it.
      if (uuid !== undefined && facts.uuids.has(uuid) && !folded.has(locationId(record))) at(path).placed--;
      continue;
    }
    at(path).lines++;
    if (uuid === undefined) at(path).bookkeeping++;
    else if (hidden.has(uuid) && !facts.uuids.has(uuid)) {
      const isCopy = folded.has(locationId(record));
      if (places.get(uuid)?.isCopy !== false) places.set(uuid, { path, isCopy });
    }
  }
  for (const { path } of places.values()) at(path).hidden++;
  for (const row of ledger.folded) if (!apart.has(locationId(row))) at(row.path).folded++;
  for (const { path } of ledger.malformed) {
    at(path).lines++;
    at(path).malformed++;
  }
}

function emptyAccount(): SessionAccount {
  return { lines: 0, placed: 0, hidden: 0, folded: 0, bookkeeping: 0, malformed: 0 };
}
