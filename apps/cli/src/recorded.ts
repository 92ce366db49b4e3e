import { byLocation, type Dag, type Entry } from "@ccdag/core";
import type { VFile } from "vfile";
import { RequestError } from "@ccdag/pipeline/tables";
import type { CommandIo } from "./io.ts";
import { load, type LoadedInput, locateAll, noConversation, parse } from "@ccdag/library";
import { around } from "@ccdag/report";

/** The recorded graph of an input, or the part of it near one entry. */
export interface RecordedPart {
  readonly file: VFile;
  readonly dag: Dag;
  readonly entries: readonly Entry[];
}

/**
 * Read the recorded graph.
 *
 * @param inputs as typed.
 * @param uuid only the entries near this one are returned (default: all).
 * @param io the environment of the run.
 * @throws RequestError if there are no entries, or no entry has this uuid.
 */
export async function readRecorded(
  inputs: readonly string[],
  uuid: string | undefined,
  io: CommandIo,
): Promise<RecordedPart> {
  const sources = await locateAll(inputs, io);
  const { file, session } = await load(sources, io);
  parse(file, io);
  const { dag } = file.data.transcript!;
  const all = recorded(dag, session);
  if (all.length === 0) throw noConversation(sources);
  const entries = uuid === undefined ? all : around(dag, all, uuid);
  if (entries.length === 0)
    throw new RequestError(
      `Unexpected uuid \`${uuid ?? ""}\`, expected the uuid of an entry in \`${sources.map(({ input }) => input).join("`, `")}\``,
    );
  return { file, dag, entries };
}

/**
 * Every entry as recorded, including copies. For one session: the entries of its file, of its agents, and of the files
 * that share entries with it, because the rules need them to build the same tree.
 */
function recorded(dag: Dag, session: LoadedInput["session"]): Entry[] {
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  const all = [...dag.entries.values(), ...copies];
  const selected =
    session === undefined ? all : [...new Set([session].flat().flatMap((one) => ofSession(dag, all, one)))];
  return selected.sort((a, b) => byLocation(a.location, b.location));
}

function isOf(path: string, name: string): boolean {
  return path.split("/").some((part) => part === name || part === `${name}.jsonl`);
}

function ofSession(dag: Dag, all: readonly Entry[], session: string): Entry[] {
  const homes = new Map(
    all.map(({ location }) => [location.path, location.path.replace(/\/subagents\/.*$/, "").replace(/\.jsonl$/, "")]),
  );
  const joined = new Map<string, Set<string>>();
  const unite = (a: string, b: string) => {
    if (a !== b) joined.set(a, (joined.get(a) ?? new Set()).add(b));
  };
  const link = (a: Entry, b: Entry | undefined) => {
    if (b === undefined) return;
    const [from, to] = [homes.get(a.location.path)!, homes.get(b.location.path) ?? ""];
    unite(from, to);
    unite(to, from);
  };
  for (const { entry, of } of dag.copies) link(entry, of);
  for (const entry of dag.entries.values()) {
    link(entry, dag.entries.get(dag.edge(entry.id)?.to ?? ""));
    if (entry.logicalParentUuid !== undefined) link(entry, dag.resolve(entry.logicalParentUuid, entry.location.path));
  }
  const wanted = new Set([...homes.values()].filter((home) => isOf(home, session)));
  for (const home of wanted) for (const other of joined.get(home) ?? []) wanted.add(other);
  return all.filter(({ location }) => wanted.has(homes.get(location.path)!));
}

/** The location of an entry as a key: `<path>:<line>`. */
export function keyOf({ location: { path, line } }: Pick<Entry, "location">): string {
  return `${path}:${line}`;
}
