import { DisjointSets } from "../disjoint-sets.ts";
import type { Entry } from "../entry/entry.ts";
import { mainPathOf, sessionIdOf } from "../entry/session-id.ts";
import { isAgentFile } from "../entry/role.ts";
import type { Copy, ThreadInfo } from "./dag.ts";

/** What the families of a project are made of. */
export interface FamilyEvidence {
  /** Every entry that is left after copies by uuid are folded. */
  readonly entries: readonly Entry[];
  /** The copies by uuid. */
  readonly copies: readonly Copy[];
  /** The recorded parent of an entry. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** The lineage of an entry. */
  readonly lineageOf: (entry: Entry) => string;
  /** The thread of each entry. */
  readonly infos: ReadonlyMap<Entry, ThreadInfo>;
}

/** Which threads evidence may join. */
export interface Families {
  /** The name of the family of a thread. */
  readonly familyOf: (thread: ThreadInfo) => string;
  /** Whether no session of the family of a thread was read: there are only agents in it. */
  readonly isHomeless: (thread: ThreadInfo) => boolean;
}

/**
 * Find the families of a project: files that hold records of one session, copies of one record, a record and its parent,
 * or one lineage. An id or a prompt may occur again in a session that has nothing to do with it, so rules that go by
 * them ask within a family only. Files that are in no common family can be read one after the other.
 */
export function findFamilies({ entries, copies, parentOf, lineageOf, infos }: FamilyEvidence): Families {
  const sets = new DisjointSets<string>();
  const sessions = new Set<string>();
  const seen = new Set<ThreadInfo>();
  let last: Entry | undefined;
  for (const entry of entries) {
    const { location, sessionId } = entry;
    const parent = parentOf(entry);
    if (parent && parent.location.path !== location.path) sets.unite(file(location.path), file(parent.location.path));
    if (last?.sessionId !== sessionId || last.location.path !== location.path) joinSession(entry);
    last = entry;
    const info = infos.get(entry)!;
    if (seen.has(info)) continue;
    seen.add(info);
    sets.unite(file(info.path), session(info.sessionId));
    if (info.agent === undefined) {
      sets.unite(file(info.path), `lineage ${lineageOf(entry)}`);
      sessions.add(info.path);
    }
  }
  for (const { entry, of } of copies) {
    const { path } = entry.location;
    sets.unite(file(path), file(of.location.path));
    joinSession(entry);
    if (isAgentFile(path)) continue;
    sets.unite(file(path), session(sessionIdOf(path)));
    sessions.add(mainPathOf(path));
  }
  const homes = new Set([...sessions].map((path) => sets.find(file(path))));
  const familyOf = ({ path }: ThreadInfo) => sets.find(file(path));
  return { familyOf, isHomeless: (thread) => !homes.has(familyOf(thread)) };

  function joinSession({ sessionId, location }: Entry): void {
    if (sessionId !== "") sets.unite(file(location.path), session(sessionId));
  }
}

function file(path: string): string {
  return `file ${mainPathOf(path)}`;
}

function session(id: string): string {
  return `session ${id}`;
}
