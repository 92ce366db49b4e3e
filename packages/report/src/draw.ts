import { shorten } from "@ccdag/ccast";
import { headline } from "@ccdag/mdast";
import { visibleLine } from "@ccdag/pipeline/tables";
import { formatSecond, type Zone } from "@ccdag/mdast/time";
import type { Row } from "./outline.ts";

/** After so many levels the lanes begin anew, with the number of the level: else the drawing of a chain is its square. */
const maxLanes = 40;

/**
 * Draw an outline in lanes, like `git log --graph`: abandoned branches and agents are indented to the right, the branch
 * that was continued stays in the lane of its parent thread.
 *
 * ```text
 * ● session 642fe51e  Weather page  2026-04-14 09:09:28
 * │ 12 messages
 * ├─○ agent 7f00a1b2  Explore: find the API
 * │ └ 13 messages
 * ├─◌ branch 3b30241f  rewind  "with fetch"
 * │ └ 4 messages
 * ● branch 91ab23cd  rewind, active  "without"
 * └ 20 messages
 * ```
 *
 * @param rows the outline.
 * @param zone whose times are shown (default: UTC).
 * @returns the drawing, safe for a terminal: control characters in untrusted text are replaced.
 */
export function draw(rows: readonly Row[], zone: Zone = "utc"): string {
  const shorter = shorten(rows.flatMap(({ id, from }) => [id ?? [], from ?? []].flat()));
  const labelOf = (row: Row) => label(row, shorter, zone);
  const childrenOf = new Map<number | undefined, number[]>();
  for (const [index, { parent }] of rows.entries()) {
    const list = childrenOf.get(parent);
    if (list) list.push(index);
    else childrenOf.set(parent, [index]);
  }
  const lines: string[] = [];
  const stack: Array<{ index: number; lane: string; isLast: boolean; staysInLane: boolean; level: number }> = [];
  const push = (parent: number | undefined, lane: string, level: number) => {
    const children = inLanes(childrenOf.get(parent) ?? [], rows);
    const last = children.at(-1);
    for (const index of children.toReversed()) {
      const staysInLane = parent === undefined || (index === last && isContinued(rows[index]!));
      stack.push({ index, lane, isLast: index === last, staysInLane, level });
    }
  };
  push(undefined, "", 0);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { index, lane, isLast, staysInLane, level } = next;
    const row = rows[index]!;
    const isThread = row.type === "session" || row.type === "branch" || row.type === "agent";
    if (staysInLane) {
      lines.push(`${lane}${mark(row)} ${labelOf(row)}`);
      push(index, lane, level);
    } else if (isThread) {
      lines.push(`${lane}${isLast ? "└─" : "├─"}${mark(row)} ${labelOf(row)}`);
      const isFull = (level + 1) % maxLanes === 0;
      push(index, isFull ? `(${level + 1}) ` : `${lane}${isLast ? "  " : "│ "}`, level + 1);
    } else lines.push(`${lane}${isLast ? "└" : "│"} ${labelOf(row)}`);
  }
  return lines.map((line) => `${visibleLine(line)}\n`).join("");
}

/** The child that stays in the lane of its parent comes last. */
function inLanes(children: readonly number[], rows: readonly Row[]): number[] {
  const continued = children.filter((index) => isContinued(rows[index]!)).at(-1);
  return continued === undefined ? [...children] : [...children.filter((index) => index !== continued), continued];
}

function isContinued({ type, active }: Row): boolean {
  return type === "branch" && active === true;
}

function mark({ type, active }: Row): string {
  if (type === "agent") return "○";
  return type === "branch" && !active ? "◌" : "●";
}

function label(row: Row, short: (id: string) => string, zone: Zone): string {
  const { type, id = "", title = "", kind, state, messages, tokens, timestamp, active, from } = row;
  if (type === "messages") return messages === 1 ? "1 message" : `${messages} messages`;
  if (type === "warmups") return messages === 1 ? "1 warm-up agent" : `${messages} warm-up agents`;
  const time = timestamp === undefined ? "" : formatSecond(timestamp, zone);
  if (type === "compaction")
    return ["📦 compacted", kind, tokens === undefined ? "" : `${tokens} tokens`, time].filter(Boolean).join("  ");
  const facts = [kind, active ? "active" : "", state].filter(Boolean).join(", ");
  const left = type === "session" && from !== undefined ? `leaves from ${short(from)}` : "";
  return [`${type} ${short(id)}`, facts, headline(title, 60), left, time].filter(Boolean).join("  ");
}
