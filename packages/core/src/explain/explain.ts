import type { Dag, LineInfo } from "../dag/dag.ts";
import { byPlace, type Entry, type Loose, type Malformed } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import type { DagLine, Side } from "../line/line.ts";
import type { PlacedLoose, SessionTree } from "../session/session.ts";
import { ofCopy, ofEntry } from "./of-entry.ts";
import { type Explanation, kindOf, type Statement, whereOf } from "./statement.ts";

/** What explaining looks things up in. Built once for a project. */
export interface Explainer {
  readonly sessions: SessionTree;
  readonly dag: Dag;
  /** The side of a fork that a line is. */
  readonly sideOf: ReadonlyMap<DagLine, Side>;
  /** Position of an entry on its line, from 0. */
  readonly positionOf: ReadonlyMap<string, number>;
  /** Copies that are folded into an entry, by its id. */
  readonly copiesOf: ReadonlyMap<string, Dag["copies"]>;
  /** Lines of agents that were born at an entry. */
  readonly bornAt: ReadonlyMap<Entry | undefined, readonly LineInfo[]>;
  /** The first entry of each line. */
  readonly firstOf: ReadonlyMap<LineInfo, Entry>;
}

/** Every line of the tree: also sessions that only bookkeeping opened. */
function everyLine(sessions: SessionTree): DagLine[] {
  const found = new Set(sessions.roots);
  for (const line of found) {
    for (const { line: below } of sessions.attachedTo(line)) found.add(below);
    for (const { line: side } of line.sides) found.add(side);
  }
  return [...found];
}

type Record = Entry | Loose | Malformed;

/**
 * Say of a record where it went, and why.
 *
 * @param sessions the finished lines of a project.
 * @returns a function that takes a uuid, the id of an agent (for its first entry), the beginning of one (eight
 *   characters or more, where no record has it whole), or `<path>:<line>` with the path from the folder that was read or from further up or down. It gives one
 *   explanation for each line that is meant, in the order of (path, line); none when nothing is.
 */
export function createExplainer(sessions: SessionTree): (wanted: string) => Explanation[] {
  const { dag, lines } = sessions;
  const all = everyLine(sessions);
  const explainer: Explainer = {
    sessions,
    dag,
    sideOf: new Map(all.flatMap((line) => line.sides.map((side) => [side.line, side] as const))),
    positionOf: new Map(all.flatMap(({ entries }) => entries.map(({ id }, index) => [id, index] as const))),
    copiesOf: groupBy(dag.copies, ({ of }) => of.id),
    bornAt: groupBy([...dag.lines.values(), ...dag.missing], ({ bornAt }) => bornAt),
    firstOf: new Map(lines.trunks.flatMap((line) => (line.entries[0] ? [[line.info, line.entries[0]] as const] : []))),
  };
  const loose = new Map(all.flatMap((line) => sessions.looseOf(line).map((placed) => [placed.loose, placed] as const)));
  const copies = dag.copies.filter(({ isShared }) => !isShared);
  const records: Record[] = [
    ...dag.entries.values(),
    ...copies.map(({ entry }) => entry),
    ...dag.loose,
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
    return meant.map(explain).sort(byPlace);
  };

  function explain(record: Record): Explanation {
    const common = { ...whereOf(record), kind: kindOf(record) };
    if (record.form === "malformed") return { ...common, statements: [{ says: "malformed", evidence: [] }] };
    if (record.form === "loose") return { ...common, statements: [ofLoose(record, loose.get(record))] };
    const copy = copyOf.get(record);
    if (copy) return { ...common, statements: ofCopy(copy, explainer) };
    const line = lines.lineOf(record.id);
    const at = explainer.positionOf.get(record.id);
    const position = line && at !== undefined ? ([at + 1, line.entries.length] as const) : undefined;
    return { ...common, position, statements: ofEntry(record, explainer) };
  }
}

/** A place may be written from the folder that was read, or from further up or down. */
function isMeant(record: Record, wanted: string): boolean {
  const { id, path, line } = whereOf(record);
  if (id === wanted) return true;
  if (!wanted.includes(".jsonl:")) return false;
  const place = `${path}:${line}`;
  return place === wanted || wanted.endsWith(`/${place}`) || place.endsWith(`/${wanted}`);
}

function ofLoose(record: Loose, placed: PlacedLoose | undefined): Statement {
  const rule = "bookkeeping";
  if (placed === undefined) return { says: "evidence", rule, detail: record.type, evidence: [] };
  const evidence = placed.after ? [whereOf(placed.after)] : [];
  return { says: placed.isSpeech ? "spoken" : "bookkeeping", rule, evidence };
}
