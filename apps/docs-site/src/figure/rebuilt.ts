import { type Agent, type Branch, firstPrompt, type ThreadNode, type Root, type Session } from "@ccdag/ccast";
import { Lanes } from "./lanes.ts";
import { drawing, edge, element, words } from "./svg.ts";

const step = 12;
const lane = 34;
/** How wide a letter of a name is, and the longest name. */
const letter = 7.3;
const longest = 46 * letter;
const margin = { x: 12, y: 30 };
const maxEntries = 3000;

/** A line of talk that leaves from another one. */
type Line = Session | Branch | Agent;

interface Open {
  readonly line: Line;
  readonly x: number;
  /** Where it leaves from; nothing for a beginning. */
  readonly from: Point | undefined;
  /** Goes on in the lane of what it leaves from. */
  readonly isContinued: boolean;
  /** The person went on here, and in all that it leaves from. */
  readonly isActive: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly lane: number;
}

/**
 * What happened: each message a point, each line of talk a lane; branches, agents and sessions leave where they left,
 * and the line in which the person went on stays in its lane.
 *
 * @param tree the tree.
 * @returns an SVG.
 */
export function drawRebuilt(tree: Root): string {
  const lanes = new Lanes();
  const parts: string[] = [];
  const lines: string[] = [];
  const points = new Map<string, Point>();
  const open: Open[] = [];
  let right = 0;
  let count = 0;
  for (const child of tree.children.toReversed())
    if (child.type === "session")
      open.push({ line: child, x: margin.x, from: undefined, isContinued: false, isActive: true });
  for (let next = open.pop(); next && count < maxEntries; next = open.pop()) draw(next);
  const rest = open.length === 0 ? [] : [words(margin.x, height() + 14, "and more, which is not drawn", "spec")];
  return drawing(
    right + margin.x,
    height() + rest.length * 20,
    "What happened: sessions, branches and agents as lanes",
    [...lines, ...parts, ...rest],
  );

  function height(): number {
    return margin.y + lanes.count * lane;
  }

  function draw({ line, x: left, from, isContinued: isContinued, isActive }: Open): void {
    const label = labelOf(line, isActive);
    const next = line.children.findLast((child) => child.type === "branch" && child.active);
    const ends = left + lengthOf(line) * step;
    // The name of a line stands behind it; where another one goes on in its lane, above its beginning.
    const end = ends + label.length * letter + step;
    const own =
      isContinued && from ? from.lane : lanes.take(left, Math.max(end, ends + longest), from ? from.lane + 1 : 0);
    const y = margin.y + own * lane;
    if (from)
      lines.push(
        edge(from.x, from.y, left, y, line.type === "agent" ? "agent" : !isContinued ? "off" : isActive ? "on" : ""),
      );
    let x = left;
    let last: Point | undefined;
    const below: Open[] = [];
    for (const child of line.children) {
      if (child.type === "message" || child.type === "compaction") {
        if (last) lines.push(edge(last.x, y, x, y, line.type === "agent" ? "agent" : ""));
        last = { x, y, lane: own };
        if (child.type === "compaction") {
          parts.push(element("rect", { x: x - 2, y: y - 9, width: 4, height: 18, class: "boundary" }));
        } else {
          parts.push(element("circle", { cx: x, cy: y, r: 4, class: `dot ${kindOf(child)}` }));
          for (const uuid of child.uuids) points.set(uuid, last);
        }
        x += step;
        count++;
      } else if (child.type === "session" || child.type === "branch" || child.type === "agent") {
        const at = (child.from?.uuid === undefined ? undefined : points.get(child.from.uuid)) ?? last;
        const isOn = child === next;
        below.push({
          line: child,
          x: isOn ? x + step : (at?.x ?? x) + step * 2,
          from: at,
          isContinued: isOn,
          isActive: isActive && (child.type !== "branch" || isOn),
        });
      }
    }
    if (next === undefined) parts.push(words(x + 2, y + 4, label, `label ${line.type}`));
    else parts.push(words(left, y - 11, label, `label ${line.type}`));
    right = Math.max(right, next === undefined ? x + label.length * letter : x);
    // What goes on keeps its lane before others look for one; what leaves last stands above what left before it, so
    // that no line crosses another.
    const order = below.toSorted((a, b) => Number(b.isContinued) - Number(a.isContinued) || b.x - a.x);
    for (const one of order.reverse()) open.push(one);
  }
}

/** How many points a line has in its own lane. */
function lengthOf(thread: ThreadNode): number {
  let sum = 0;
  for (let at: ThreadNode | undefined = thread; at;) {
    let next: Branch | undefined;
    for (const child of at.children) {
      if (child.type === "message" || child.type === "compaction") sum++;
      if (child.type === "branch" && child.active) next = child;
    }
    at = next;
  }
  return sum;
}

function labelOf(line: Line, isActive: boolean): string {
  if (line.type === "agent")
    return cut(`agent: ${line.description ?? line.name ?? line.agentType ?? line.agentId.slice(0, 8)}`);
  const title = (line.type === "session" ? line.title : undefined) ?? firstPrompt(line);
  return cut(line.type === "session" ? title : isActive ? `went on: ${title}` : `given up: ${title}`);
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 44 ? `${line.slice(0, 43)}…` : line;
}

function kindOf({ role, actor }: { role: string; actor: string }): string {
  return actor === "human" ? "user" : role === "assistant" ? "assistant" : "result";
}
