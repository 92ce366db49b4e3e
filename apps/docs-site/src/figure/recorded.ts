import { byLocation, type Dag, type Entry } from "@ccdag/core";
import { Lanes } from "./lanes.ts";
import { drawing, edge, element, words } from "./svg.ts";

const step = 7;
const lane = 15;
const margin = { x: 12, y: 14 };
/** The width of the file names at the left. */
const names = 118;

/** How many entries are drawn; a note gives the number of the others. */
const maxEntries = 1500;

/**
 * Draw the records of the files: each entry is a point, in the order of time, joined to the entry that its record names as
 * its parent.
 *
 * @param dag the graph; copies are drawn in their files, too.
 * @returns an SVG.
 */
export function drawRecorded(dag: Dag): string {
  const copies = dag.copies.map(({ entry }) => entry);
  const all = [...dag.entries.values(), ...copies].filter(({ uuid }) => uuid !== undefined);
  all.sort((a, b) => timeOf(a) - timeOf(b) || byLocation(a.location, b.location));
  const shown = all.slice(0, maxEntries);
  const parents = parentsOf(shown);
  const { points, files } = layOut(shown, parents);
  const parts: string[] = [];
  const edges: string[] = [];
  for (const [index, entry] of shown.entries()) {
    const { x, y } = points[index]!;
    const parent = parents[index];
    const from = parent === undefined ? undefined : points[parent];
    if (from)
      edges.push(edge(from.x, from.y, x, y, entry.location.path === shown[parent!]!.location.path ? "" : "leaves"));
    parts.push(element("circle", { cx: x, cy: y, r: 2.8, class: `dot ${kindOf(entry)}` }));
  }
  for (const [path, y] of files) parts.push(words(margin.x, y + 4, nameOf(path), "spec"));
  const height = points.reduce((max, { y }) => Math.max(max, y), margin.y) + margin.y;
  const width = margin.x * 2 + names + shown.length * step;
  const cut = all.length - shown.length;
  const note = cut === 0 ? [] : [words(margin.x, height + 14, `and ${cut} more entries`, "spec")];
  return drawing(width, height + note.length * 20, `${all.length} entries as the files record them`, [
    ...edges,
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

/** The index of each entry's parent: an entry of the same file comes before one of another file. */
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
 * Each file has its own lanes. The first child of an entry within its file continues in the lane of its parent; every
 * other child takes another lane.
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
    // The lane is taken up to the end of the chain of first children.
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
  const points = entries.map(({ location }, index) => ({
    x: margin.x + names + index * step,
    y: files.get(location.path)! + found[index]! * lane,
  }));
  return { points, files };
}

function kindOf({ kind, type, userKind }: Entry): string {
  if (type === "assistant") return "assistant";
  if (type === "user") return userKind === "prompt" ? "user" : "result";
  return type === "system" || kind === "system" ? "system" : "side";
}
