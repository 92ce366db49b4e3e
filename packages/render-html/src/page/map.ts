import type { Element } from "hast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";

/** More prompts than this are no longer points that a hand can hit: some are left out. */
const mostStops = 600;
/** More lanes than this are drawn on one another. */
const mostLanes = 8;

/**
 * A drawing of the whole: time runs down, sessions, branches and agents are lanes, compactions are bars. A point leads
 * to its place. All of it is in the contents, too: for those who listen it is not there.
 */
export function renderMap(stops: readonly Stop[]): Element | undefined {
  if (stops.length < 3) return undefined;
  const lanes = lanesOf(stops);
  const width = lanes.reduce((maxMarks, lane) => Math.max(maxMarks, lane), 0) + 1;
  const rows = new Map(stops.map(({ name }, row) => [name, row]));
  const last = lastRows(stops);
  const trunk: string[] = [];
  const sides: string[] = [];
  for (const [row, stop] of stops.entries()) {
    if (stop.kind !== "session" && stop.kind !== "branch") continue;
    const from = stop.from === undefined ? undefined : rowOf(stop.from, stop.line);
    const paths = lanes[row] === 0 ? trunk : sides;
    if (from !== undefined && from < row)
      paths.push(`M${lanes[from]! + 0.5} ${from + 0.5}L${lanes[row]! + 0.5} ${row + 0.5}`);
    paths.push(`M${lanes[row]! + 0.5} ${row + 0.5}V${last[row]! + 0.5}`);
  }
  const step = Math.ceil(stops.length / mostStops);
  const points = stops.flatMap((stop, row) =>
    stop.kind === "prompt" && row % step !== 0 ? [] : [point(stop, lanes[row]! + 0.5, row + 0.5)],
  );
  return element(
    "svg",
    { className: ["map"], viewBox: `0 0 ${width} ${stops.length}`, preserveAspectRatio: "none", ariaHidden: "true" },
    ...[trunk, sides].flatMap((paths, at) =>
      paths.length === 0 ? [] : [element("path", { className: [at === 0 ? "trunk" : "side"], d: paths.join("") })],
    ),
    ...points,
  );

  /** The row of a message: one that is no stop of its own is near the last stop of its line. */
  function rowOf(name: string, line: number): number | undefined {
    return rows.get(name) ?? (line >= 0 ? own(line) : undefined);
  }

  /** The last row of a line before those that leave from it. */
  function own(line: number): number {
    let row = line;
    while (stops[row + 1]?.line === line && stops[row + 1]!.kind !== "branch" && stops[row + 1]!.kind !== "session")
      row++;
    return row;
  }
}

/** The side in which the person went on stays in the lane; every other line moves to the right. */
function lanesOf(stops: readonly Stop[]): number[] {
  const lanes: number[] = [];
  for (const { kind, line, isActive } of stops) {
    const lane = lanes[line] ?? 0;
    const moves = kind === "agent" || (kind === "branch" && !isActive) || (kind === "session" && line >= 0);
    lanes.push(Math.min(moves ? lane + 1 : lane, mostLanes));
  }
  return lanes;
}

/** Where each line says its last, not counting those that leave from it. */
function lastRows(stops: readonly Stop[]): number[] {
  const last = stops.map((_, row) => row);
  for (const [row, { line }] of stops.entries())
    if (line >= 0) last[line] = Math.max(last[line]!, isOf(stops[row]!) ? row : 0);
  return last;
}

function isOf({ kind }: Stop): boolean {
  return kind === "prompt" || kind === "compaction" || kind === "mail";
}

function point({ kind, name, href = `#${name}`, title }: Stop, x: number, y: number): Element {
  const shape = kind === "compaction" ? `M${x - 0.4} ${y}h.8` : `M${x} ${y}h0`;
  const path = element("path", { className: [kind], d: shape }, element("title", {}, title));
  return element("a", { href, tabIndex: -1 }, path);
}
