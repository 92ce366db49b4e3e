import {
  type Agent,
  type Branch,
  type Compaction,
  firstPrompt,
  type Message,
  type Root,
  type Session,
  type ThreadNode,
} from "@ccdag/ccast";
import { Lanes } from "./lanes.ts";
import { drawing, edge, element, words } from "./svg.ts";

const step = 12;
const lane = 34;
/** The width of a letter of a label, and of the longest label. */
const letter = 7.3;
const longest = 46 * letter;
const margin = { x: 12, y: 30 };
const maxEntries = 3000;

/** A thread that has a label of its own. */
type Thread = Session | Branch | Agent;

/** A thread that is not drawn yet. */
interface Pending {
  readonly thread: Thread;
  readonly x: number;
  /** The point where it leaves its parent; absent for a session at the top. */
  readonly from: Point | undefined;
  /** It stays in the lane of its parent. */
  readonly isContinued: boolean;
  /** The user continued this thread, and every thread above it. */
  readonly isActive: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly lane: number;
}

/**
 * Draw a rebuilt conversation: each message is a point, and each thread a lane. Branches, agents and sessions leave their
 * parent at the message where they started; the branch that the user continued stays in the lane of its parent.
 *
 * @param tree the tree.
 * @returns an SVG.
 */
export function drawRebuilt(tree: Root): string {
  return new RebuiltDrawing(tree).toSvg();
}

class RebuiltDrawing {
  readonly #lanes = new Lanes();
  readonly #marks: string[] = [];
  readonly #edges: string[] = [];
  readonly #points = new Map<string, Point>();
  readonly #pending: Pending[];
  #right = 0;
  #count = 0;

  constructor(tree: Root) {
    this.#pending = tree.children
      .toReversed()
      .filter((child) => child.type === "session")
      .map((thread) => ({ thread, x: margin.x, from: undefined, isContinued: false, isActive: true }));
    for (let next = this.#pending.pop(); next && this.#count < maxEntries; next = this.#pending.pop()) this.#draw(next);
  }

  toSvg(): string {
    const height = margin.y + this.#lanes.count * lane;
    const rest = this.#pending.length === 0 ? [] : [words(margin.x, height + 14, "more threads are not drawn", "spec")];
    return drawing(
      this.#right + margin.x,
      height + rest.length * 20,
      "Rebuilt conversation: sessions, branches and agents as lanes",
      [...this.#edges, ...this.#marks, ...rest],
    );
  }

  #draw(pending: Pending): void {
    const { thread, x: left, from } = pending;
    const label = labelOf(thread, pending.isActive);
    const own = this.#takeLane(pending, label);
    const y = margin.y + own * lane;
    if (from) this.#edges.push(edge(from.x, from.y, left, y, edgeKind(pending)));
    const next = activeBranch(thread);
    const below: Pending[] = [];
    let x = left;
    let last: Point | undefined;
    for (const child of thread.children) {
      if (child.type === "message" || child.type === "compaction") {
        if (last) this.#edges.push(edge(last.x, y, x, y, thread.type === "agent" ? "agent" : ""));
        last = { x, y, lane: own };
        this.#drawMark(child, last);
        x += step;
      } else if (child.type === "session" || child.type === "branch" || child.type === "agent") {
        below.push(this.#toPending(child, pending, { x, last, isContinued: child === next }));
      }
    }
    this.#drawLabel(label, pending, { x, y, isContinued: next !== undefined });
    // The continued branch takes its lane before others look for one. The thread that leaves last is drawn above those
    // that left before it, so that no edge crosses another.
    const order = below.toSorted((a, b) => Number(b.isContinued) - Number(a.isContinued) || b.x - a.x);
    for (const one of order.reverse()) this.#pending.push(one);
  }

  #takeLane({ thread, x, from, isContinued }: Pending, label: string): number {
    if (isContinued && from) return from.lane;
    const ends = x + lengthOf(thread) * step;
    // The label is behind the thread, or above its start if another thread continues in its lane.
    const end = Math.max(ends + label.length * letter + step, ends + longest);
    return this.#lanes.take(x, end, from ? from.lane + 1 : 0);
  }

  #drawMark(child: Message | Compaction, point: Point): void {
    const { x, y } = point;
    this.#count++;
    if (child.type === "compaction") {
      this.#marks.push(element("rect", { x: x - 2, y: y - 9, width: 4, height: 18, class: "boundary" }));
      return;
    }
    this.#marks.push(element("circle", { cx: x, cy: y, r: 4, class: `dot ${kindOf(child)}` }));
    for (const uuid of child.uuids) this.#points.set(uuid, point);
  }

  #toPending(
    thread: Thread,
    parent: Pending,
    at: { readonly x: number; readonly last: Point | undefined; readonly isContinued: boolean },
  ): Pending {
    const { isContinued } = at;
    const from = (thread.from?.uuid === undefined ? undefined : this.#points.get(thread.from.uuid)) ?? at.last;
    return {
      thread,
      x: isContinued ? at.x + step : (from?.x ?? at.x) + step * 2,
      from,
      isContinued,
      isActive: parent.isActive && (thread.type !== "branch" || isContinued),
    };
  }

  #drawLabel(
    label: string,
    { thread, x: left }: Pending,
    { x, y, isContinued }: { readonly x: number; readonly y: number; readonly isContinued: boolean },
  ): void {
    const kind = `label ${thread.type}`;
    this.#marks.push(isContinued ? words(left, y - 11, label, kind) : words(x + 2, y + 4, label, kind));
    this.#right = Math.max(this.#right, isContinued ? x : x + label.length * letter);
  }
}

function edgeKind({ thread, isContinued, isActive }: Pending): string {
  if (thread.type === "agent") return "agent";
  if (!isContinued) return "off";
  return isActive ? "on" : "";
}

/** The branch that the user continued. */
function activeBranch(thread: ThreadNode): Branch | undefined {
  return thread.children.findLast((child) => child.type === "branch" && child.active) as Branch | undefined;
}

/** How many points a thread and its continued branches have in one lane. */
function lengthOf(thread: ThreadNode): number {
  let sum = 0;
  for (let at: ThreadNode | undefined = thread; at; at = activeBranch(at))
    sum += at.children.filter(({ type }) => type === "message" || type === "compaction").length;
  return sum;
}

function labelOf(thread: Thread, isActive: boolean): string {
  if (thread.type === "agent")
    return cut(`agent: ${thread.description ?? thread.name ?? thread.agentType ?? thread.agentId.slice(0, 8)}`);
  const title = (thread.type === "session" ? thread.title : undefined) ?? firstPrompt(thread);
  return cut(thread.type === "session" ? title : isActive ? `continued: ${title}` : `abandoned: ${title}`);
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 44 ? `${line.slice(0, 43)}…` : line;
}

function kindOf({ role, actor }: { role: string; actor: string }): string {
  return actor === "human" ? "user" : role === "assistant" ? "assistant" : "result";
}
