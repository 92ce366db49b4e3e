import { DisjointSets, groupBy } from "@ccdag/core";
import { eachId, IdTable } from "./ids.ts";
import { mentionOf } from "./mentions.ts";
import type { Skeleton } from "./skeleton.ts";

/** Files that have to be read together: a session tree, with its agents and sidecars. */
export interface FileComponent {
  /** The paths of its transcripts, sorted. */
  readonly transcripts: readonly string[];
  /** The paths of its sidecars, sorted. */
  readonly sidecars: readonly string[];
}

/**
 * Divide the files of a folder into components. No evidence that reading uses leads from one component to another, so
 * that reading them one by one gives what reading all of them gives. Two files are in one component if
 *
 * - they hold the same record, or an answer with the same id;
 * - one names a record of the other;
 * - they belong to one session;
 * - a notification in one names an agent of the other;
 * - one mentions an agent of the other, whose own session is in none of the files, or that is a session itself;
 * - one says that a large output is in the folder of the other, or that the other planned what it does.
 *
 * @param skeletons the skeletons of all transcripts.
 * @param sidecars the paths of all sidecars. Those that belong to no transcript are a component of their own.
 * @returns the components, by the time and path of the first record of their sessions.
 */
export function findComponents(skeletons: readonly Skeleton[], sidecars: readonly string[] = []): FileComponent[] {
  const files = [...skeletons].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sets = new DisjointSets<number>();
  const sessions = new Map<string, number>();
  for (const [index, { sessions: names, outputs }] of files.entries())
    for (const name of [...names, ...outputs]) joinNamed(sets, sessions, name, index);
  joinIds(files, sets);
  joinTasks(files, sets);
  joinHomeless(files, sets);
  joinMates(files, sets);
  const components = new Map<number, { transcripts: string[]; sidecars: string[]; time: number }>();
  for (const [index, { path, time = Infinity, isSession }] of files.entries()) {
    const set = sets.find(index);
    const known = components.get(set) ?? { transcripts: [], sidecars: [], time: Infinity };
    components.set(set, known);
    known.transcripts.push(path);
    if (isSession) known.time = Math.min(known.time, time);
  }
  const rest: string[] = [];
  const byPath = new Map(files.map(({ path }, index) => [path, index]));
  for (const path of [...sidecars].sort()) {
    const owner = byPath.get(path.replace(/\.meta\.json$/, ".jsonl")) ?? ownerOf(path, sessions);
    (owner === undefined ? rest : components.get(sets.find(owner))!.sidecars).push(path);
  }
  const byTime = [...components.values()].sort((a, b) => a.time - b.time || byPathOf(a, b));
  const found = byTime.map(({ transcripts, sidecars: beside }) => ({ transcripts, sidecars: beside }));
  return rest.length > 0 ? [...found, { transcripts: [], sidecars: rest }] : found;
}

function byPathOf({ transcripts: [a] }: FileComponent, { transcripts: [b] }: FileComponent): number {
  return a! < b! ? -1 : 1;
}

/** A file that belongs to the session in whose folder a sidecar is. */
function ownerOf(path: string, sessions: ReadonlyMap<string, number>): number | undefined {
  for (const folder of path.split("/").slice(0, -1).reverse()) {
    const owner = sessions.get(folder);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

function joinNamed(sets: DisjointSets<number>, known: Map<string, number>, name: string, file: number): void {
  const other = known.get(name);
  if (other === undefined) known.set(name, file);
  else sets.unite(other, file);
}

/** Join files that hold the same record or API message, and files of which one names a record of the other. */
function joinIds(files: readonly Skeleton[], sets: DisjointSets<number>): void {
  for (const list of ["messages", "uuids"] as const) {
    const table = new IdTable(files.reduce((sum, file) => sum + file[list].length / 2, 0));
    for (const [index, file] of files.entries())
      eachId(file[list], (one, other) => {
        const first = table.add(one, other, index);
        if (first !== index) sets.unite(first, index);
      });
    if (list === "messages") continue;
    for (const [index, { references }] of files.entries())
      eachId(references, (one, other) => {
        const holder = table.get(one, other);
        if (holder !== -1) sets.unite(holder, index);
      });
  }
}

/** A file that holds records of an agent. */
interface AgentHolder {
  readonly name: string;
  readonly file: number;
}

function joinTasks(files: readonly Skeleton[], sets: DisjointSets<number>): void {
  const holders = findAgents(files, () => true);
  for (const [index, { tasks }] of files.entries())
    for (const task of tasks) for (const { file } of holders.get(task) ?? []) sets.unite(file, index);
}

/**
 * Agents of which no session is among the files may have been spawned anywhere: their ids are searched for. Teammates
 * have the same names in many sessions, so that this must not be done for all agents.
 */
function joinHomeless(files: readonly Skeleton[], sets: DisjointSets<number>): void {
  const homes = new Set(files.flatMap(({ isSession }, index) => (isSession ? sets.find(index) : [])));
  const homeless = findAgents(files, (index) => !homes.has(sets.find(index)));
  if (homeless.size === 0) return;
  for (const [index, { mentions }] of files.entries())
    for (const mention of mentions) for (const { file } of homeless.get(mention) ?? []) sets.unite(file, index);
}

/** Teammates in panes of a terminal have sessions of their own. */
function joinMates(files: readonly Skeleton[], sets: DisjointSets<number>): void {
  const sessions = groupBy(
    files.flatMap(({ mates }, file) => mates.map((name) => ({ name, file }))),
    ({ name }) => name,
  );
  if (sessions.size === 0) return;
  for (const [index, { mentions }] of files.entries())
    for (const mention of mentions) for (const { file } of sessions.get(mention) ?? []) sets.unite(file, index);
}

/** The files that hold records of each agent, by the part of its id that mentions are compared by. */
function findAgents(files: readonly Skeleton[], isWanted: (file: number) => boolean): Map<string, AgentHolder[]> {
  const holders = files.flatMap(({ agents }, file) =>
    isWanted(file) ? agents.map((agent) => ({ name: mentionOf(agent), file })) : [],
  );
  return groupBy(holders, ({ name }) => name);
}
