import type { Element } from "hast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";

/** With more stops than this, points would be too small to hit: only some prompts are drawn. */
const maxStops = 600;
/** Lanes beyond this one are drawn on top of one another. */
const maxLanes = 8;

/**
 * The map of a document: time runs down, sessions, branches and agents are lanes, compactions are bars, and each point is
 * a link. The map is hidden from screen readers, because the contents hold the same links.
 *
 * @returns `undefined` for fewer than three stops.
 */
export function renderMap(stops: readonly Stop[]): Element | undefined {
  if (stops.length < 3) return undefined;
  const lanes = lanesOf(stops);
  const width = lanes.reduce((widest, lane) => Math.max(widest, lane), 0) + 1;
  const rows = new Map(stops.map(({ name }, row) => [name, row]));
  const last = lastRows(stops);
  const trunk: string[] = [];
  const sides: string[] = [];
  for (const [row, stop] of stops.entries()) {
    if (stop.kind !== "session" && stop.kind !== "branch") continue;
    const from = stop.from === undefined ? undefined : rowOf(stop.from, stop.thread);
    const paths = lanes[row] === 0 ? trunk : sides;
    if (from !== undefined && from < row)
      paths.push(`M${lanes[from]! + 0.5} ${from + 0.5}L${lanes[row]! + 0.5} ${row + 0.5}`);
    paths.push(`M${lanes[row]! + 0.5} ${row + 0.5}V${last[row]! + 0.5}`);
  }
  const step = Math.ceil(stops.length / maxStops);
  const points = stops.flatMap((stop, row) =>
    stop.kind === "prompt" && row % step !== 0 ? [] : [point(stop, lanes[row]! + 0.5, row + 0.5)],
  );
  return element(
    "svg",
    { className: ["map"], viewBox: `0 0 ${width} ${stops.length}`, preserveAspectRatio: "none", ariaHidden: "true" },
    ...[trunk, sides].flatMap((paths, at) =>
      paths.length === 0 ? [] : [element("path", { className: [at === 0 ? "trunk" : "side"], d: paths.join("") })],
    ),
    points,
  );

  /** The row of a message. One that is not a stop gets the last row of its thread before a branch or session. */
  function rowOf(name: string, thread: number): number | undefined {
    return rows.get(name) ?? (thread >= 0 ? lastOwnRow(thread) : undefined);
  }

  function lastOwnRow(thread: number): number {
    let row = thread;
    while (stops[row + 1]?.thread === thread && stops[row + 1]!.kind !== "branch" && stops[row + 1]!.kind !== "session")
      row++;
    return row;
  }
}

/** The lane of each stop: the continued side of a fork stays in the lane, every other thread moves to the right. */
function lanesOf(stops: readonly Stop[]): number[] {
  const lanes: number[] = [];
  for (const { kind, thread, isActive } of stops) {
    const lane = lanes[thread] ?? 0;
    const moves = kind === "agent" || (kind === "branch" && !isActive) || (kind === "session" && thread >= 0);
    lanes.push(Math.min(moves ? lane + 1 : lane, maxLanes));
  }
  return lanes;
}

/** The last row of each thread, without the threads that branch off from it. */
function lastRows(stops: readonly Stop[]): number[] {
  const last = stops.map((_, row) => row);
  for (const [row, { thread }] of stops.entries())
    if (thread >= 0) last[thread] = Math.max(last[thread]!, isEntry(stops[row]!) ? row : 0);
  return last;
}

function isEntry({ kind }: Stop): boolean {
  return kind === "prompt" || kind === "compaction" || kind === "mail";
}

function point({ kind, name, href = `#${name}`, title }: Stop, x: number, y: number): Element {
  const shape = kind === "compaction" ? `M${x - 0.4} ${y}h.8` : `M${x} ${y}h0`;
  const path = element("path", { className: [kind], d: shape }, element("title", {}, title));
  return element("a", { href, tabIndex: -1 }, path);
}
