import { byLocation, type Dag, type Entry } from "@ccdag/core";
import { Lanes } from "./lanes.ts";
import { drawing, edge, element, words } from "./svg.ts";

const step = 7;
const lane = 15;
const margin = { x: 12, y: 14 };
/** What names of files take at the left. */
const names = 118;

/** How many entries are drawn; of more it is said how many there are. */
const maxEntries = 1500;

/**
 * What files hold: each entry a point, in the order of time, hanging on the entry that it names.
 *
 * @param dag what was read; copies are drawn where they stand in their files.
 * @returns an SVG.
 */
export function drawRecorded(dag: Dag): string {
  const copies = dag.copies.map(({ entry }) => entry);
  const all = [...dag.entries.values(), ...copies].filter(({ uuid }) => uuid !== undefined);
  all.sort((a, b) => timeOf(a) - timeOf(b) || byLocation(a.location, b.location));
  const shown = all.slice(0, maxEntries);
  const parents = parentsOf(shown);
  const { places, files } = layOut(shown, parents);
  const parts: string[] = [];
  const lines: string[] = [];
  for (const [index, entry] of shown.entries()) {
    const { x, y } = places[index]!;
    const parent = parents[index];
    const from = parent === undefined ? undefined : places[parent];
    if (from)
      lines.push(edge(from.x, from.y, x, y, entry.location.path === shown[parent!]!.location.path ? "" : "leaves"));
    parts.push(element("circle", { cx: x, cy: y, r: 2.8, class: `dot ${kindOf(entry)}` }));
  }
  for (const [path, y] of files) parts.push(words(margin.x, y + 4, nameOf(path), "spec"));
  const height = Math.max(...places.map(({ y }) => y), margin.y) + margin.y;
  const width = margin.x * 2 + names + shown.length * step;
  const cut = all.length - shown.length;
  const note = cut === 0 ? [] : [words(margin.x, height + 14, `and ${cut} entries more`, "spec")];
  return drawing(width, height + note.length * 20, `${all.length} entries as the files record them`, [
    ...lines,
    ...parts,
    ...note,
  ]);
}

/** The beginning of a file's name. */
function nameOf(path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  return stem.length > 15 ? `${stem.slice(0, 14)}…` : stem;
}

function timeOf({ timestamp }: Entry): number {
  return Number.isNaN(timestamp) ? 0 : timestamp;
}

/** Which of the entries each one hangs on: one of its own file before one of another. */
function parentsOf(entries: readonly Entry[]): Array<number | undefined> {
  const here = new Map<string, number>();
  const anywhere = new Map<string, number>();
  for (const [index, { uuid, location }] of entries.entries()) {
    here.set(`${location.path} ${uuid!}`, index);
    if (!anywhere.has(uuid!)) anywhere.set(uuid!, index);
  }
  return entries.map(({ parentUuid, location }) =>
    parentUuid === null ? undefined : (here.get(`${location.path} ${parentUuid}`) ?? anywhere.get(parentUuid)),
  );
}

/**
 * Each file has lanes of its own. An entry goes on in the lane of what it hangs on, if it is the first of its file to do
 * so; else it takes another one.
 */
function layOut(entries: readonly Entry[], parents: ReadonlyArray<number | undefined>) {
  const isOwn = (index: number, parent: number | undefined): parent is number =>
    parent !== undefined && parent < index && entries[parent]!.location.path === entries[index]!.location.path;
  const first = new Map<number, number>();
  for (const [index, parent] of parents.entries())
    if (isOwn(index, parent) && !first.has(parent)) first.set(parent, index);
  const lanes = new Map<string, Lanes>();
  const found: number[] = [];
  for (const [index, { location }] of entries.entries()) {
    const parent = parents[index];
    if (isOwn(index, parent) && first.get(parent) === index) {
      found.push(found[parent]!);
      continue;
    }
    // The lane is taken as far as the chain of first children goes.
    let end = index;
    for (let next = first.get(end); next !== undefined; next = first.get(end)) end = next;
    const own = lanes.get(location.path) ?? new Lanes();
    lanes.set(location.path, own);
    found.push(own.take(index, end + 2));
  }
  const files = new Map<string, number>();
  let y = margin.y;
  for (const [path, own] of lanes) {
    files.set(path, y);
    y += own.count * lane + 4;
  }
  const places = entries.map(({ location }, index) => ({
    x: margin.x + names + index * step,
    y: files.get(location.path)! + found[index]! * lane,
  }));
  return { places, files };
}

function kindOf({ kind, type, userKind }: Entry): string {
  if (type === "assistant") return "assistant";
  if (type === "user") return userKind === "prompt" ? "user" : "result";
  return type === "system" || kind === "system" ? "system" : "side";
}
