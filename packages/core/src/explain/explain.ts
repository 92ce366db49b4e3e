import type { Explainer } from "./explainer.ts";
import { type Bookkeeping, byLocation, type Entry, type Malformed } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { Thread } from "../thread/thread.ts";
import type { PlacedBookkeeping, SessionTree } from "../session/session.ts";
import { ofCopy, ofEntry } from "./of-entry.ts";
import { addressOf, type Explanation, kindOf, type Statement } from "./statement.ts";

/** Every thread of the tree, including sessions that only a bookkeeping record made. */
function everyThread(sessions: SessionTree): Thread[] {
  const found = new Set(sessions.roots);
  for (const thread of found) {
    for (const { thread: below } of sessions.attachedTo(thread)) found.add(below);
    for (const { thread: side } of thread.sides) found.add(side);
  }
  return [...found];
}

type Record = Entry | Bookkeeping | Malformed;

/**
 * Explain where a record is in the tree, and why.
 *
 * @param sessions the tree of threads of a project.
 * @returns a function that takes a uuid, the id of an agent (for its first entry), the first eight or more characters
 *   of either (if no record has it as a whole id), or `<path>:<line>`. The path may be relative to the folder that was
 *   read, or longer or shorter. The function returns one explanation for each matching record, in the order of (path,
 *   line); an empty list if none matches.
 */
export function createExplainer(sessions: SessionTree): (wanted: string) => Explanation[] {
  const { dag, threads } = sessions;
  const all = everyThread(sessions);
  const explainer: Explainer = {
    sessions,
    dag,
    sideOf: new Map(all.flatMap((thread) => thread.sides.map((side) => [side.thread, side] as const))),
    positionOf: new Map(all.flatMap(({ entries }) => entries.map(({ id }, index) => [id, index] as const))),
    copiesOf: groupBy(dag.copies, ({ of }) => of.id),
    spawnedAt: groupBy([...dag.threads.values(), ...dag.missing], ({ spawnedAt }) => spawnedAt),
    firstOf: new Map(
      threads.trunks.flatMap((thread) => (thread.entries[0] ? [[thread.info, thread.entries[0]] as const] : [])),
    ),
  };
  const placedBookkeeping = new Map(
    all.flatMap((thread) => sessions.bookkeepingOf(thread).map((placed) => [placed.record, placed] as const)),
  );
  const copies = dag.copies.filter(({ isShared }) => !isShared);
  const records: Record[] = [
    ...dag.entries.values(),
    ...copies.map(({ entry }) => entry),
    ...dag.bookkeeping,
    ...dag.malformed,
  ];
  const copyOf = new Map(copies.map((copy) => [copy.entry, copy]));
  const begins = [...explainer.firstOf].flatMap(([{ agent }, first]) => (agent ? [{ agent, first }] : []));
  return (wanted) => {
    const agents = begins.filter(({ agent: { agentId } }) => agentId === wanted).map(({ first }) => first);
    const exact = agents.length > 0 ? agents : records.filter((record) => isMeant(record, wanted));
    const isBeginning = exact.length === 0 && /^[\w-]{8,}$/.test(wanted);
    const begun = new Set(begins.flatMap(({ agent, first }) => (agent.agentId.startsWith(wanted) ? first : [])));
    const meant = isBeginning
      ? records.filter((record) => record.form === "entry" && (record.uuid?.startsWith(wanted) || begun.has(record)))
      : exact;
    return meant.map(explain).sort(byLocation);
  };

  function explain(record: Record): Explanation {
    const common = { ...addressOf(record), kind: kindOf(record) };
    if (record.form === "malformed") return { ...common, statements: [{ says: "malformed", evidence: [] }] };
    if (record.form === "bookkeeping")
      return { ...common, statements: [ofBookkeeping(record, placedBookkeeping.get(record))] };
    const copy = copyOf.get(record);
    if (copy) return { ...common, statements: ofCopy(copy, explainer) };
    const thread = threads.threadOf(record.id);
    const at = explainer.positionOf.get(record.id);
    const position = thread && at !== undefined ? ([at + 1, thread.entries.length] as const) : undefined;
    return { ...common, position, statements: ofEntry(record, explainer) };
  }
}

/**
 * Whether an id or `<path>:<line>` means a record. The path may be relative to the folder that was read, or longer or
 * shorter.
 */
function isMeant(record: Record, wanted: string): boolean {
  const { id, path, line } = addressOf(record);
  if (id === wanted) return true;
  if (!wanted.includes(".jsonl:")) return false;
  const address = `${path}:${line}`;
  return address === wanted || wanted.endsWith(`/${address}`) || address.endsWith(`/${wanted}`);
}

function ofBookkeeping(record: Bookkeeping, placed: PlacedBookkeeping | undefined): Statement {
  const rule = "bookkeeping";
  if (placed === undefined) return { says: "evidence", rule, detail: record.type, evidence: [] };
  const evidence = placed.after ? [addressOf(placed.after)] : [];
  return { says: placed.isSpeech ? "spoken" : "bookkeeping", rule, evidence };
}
