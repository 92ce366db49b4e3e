import {
  type Agent,
  type Compaction,
  firstPrompt,
  beginsTurn,
  isThread,
  type ThreadNode,
  type Message,
  type Root,
} from "@ccdag/ccast";

/** What a node of the drawing stands for. `stretch` is what is said on a line between two places where something leaves. */
export type GraphNodeKind = "session" | "branch" | "agent" | "compaction" | "stretch" | "more";

/** A node of the drawing. */
export interface GraphNode {
  /** `n1`, `n2`, in reading order. */
  readonly id: string;
  readonly kind: GraphNodeKind;
  /** Words on it, a row each: plain text by strangers, too. */
  readonly rows: string[];
  /** The branch in which the person went on. */
  readonly isActive: boolean;
}

/** A line of the drawing. `continues` within a line; the others to what leaves from it. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "continues" | "branch" | "session" | "agent";
  /** Why, such as `rewind`. */
  readonly label: string;
}

/** A drawing of a conversation. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Options of a drawing. */
export interface GraphOptions {
  /**
   * How many nodes there may be (default: 150). Where there are more, agents are counted on what bore them; what is still
   * too much is one node that says how many it stands for.
   */
  maxNodes?: number | undefined;
}

/**
 * Draw sessions, branches, agents and compactions of a tree, with how much is said in each.
 *
 * @param tree the tree, told depth first.
 * @param options how large the drawing may be.
 */
export function toGraph(tree: Root, { maxNodes = 150 }: GraphOptions = {}): Graph {
  const whole = collect(tree, true);
  const graph = whole.nodes.length > maxNodes ? collect(tree, false) : whole;
  return graph.nodes.length > maxNodes ? shorten(graph, maxNodes) : graph;
}

/** A stretch that is being told: how much is said in it. */
interface Stretch {
  readonly node: GraphNode;
  turns: number;
  messages: number;
  agents: number;
}

function collect(tree: Root, hasAgents: boolean): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  /** Where each entry is told. */
  const homes = new Map<string, Stretch>();
  const stretches: Stretch[] = [];
  /** Lines, each after the one that it leaves from. */
  const open: Array<{ thread: ThreadNode; above: Stretch | undefined }> = [{ thread: tree, above: undefined }];
  for (let next = open.pop(); next; next = open.pop()) collectThread(next.thread, next.above);
  for (const { node, turns, messages, agents } of stretches) {
    const words = [counted(turns, "turn"), counted(messages, "message"), counted(agents, "agent")].filter(Boolean);
    if (words.length > 0) node.rows.push(words.join(", "));
  }
  return { nodes, edges };

  function collectThread(thread: ThreadNode, above: Stretch | undefined): void {
    let at = thread.type === "root" ? undefined : begin(thread, above);
    const below: typeof open = [];
    for (const child of thread.children) {
      if (child.type === "agent" && !hasAgents) {
        const home = homeOf(child, at);
        if (home) home.agents++;
      } else if (isThread(child)) below.push({ thread: child, above: at });
      else if (child.type === "compaction") {
        at = continueFrom(at, "compaction", compactionRows(child));
        for (const uuid of child.uuids) homes.set(uuid, at);
      } else if (child.type === "message") {
        at ??= continueFrom(undefined, "stretch", []);
        count(at, child);
        // Where a session leaves, and the line goes on, the drawing shows the place.
        if (child.junctions?.some(({ branch }) => branch === undefined) && child !== thread.children.at(-1))
          at = continueFrom(at, "stretch", []);
      }
    }
    for (const each of below.reverse()) open.push({ ...each, above: each.above ?? at });
  }

  function begin(thread: Exclude<ThreadNode, Root>, above: Stretch | undefined): Stretch {
    const stretch = add(thread.type, rowsOf(thread), thread.type === "branch" && thread.active === true);
    const home = thread.type === "agent" ? homeOf(thread, above) : (homes.get(thread.from?.uuid ?? "") ?? above);
    const label = thread.type === "branch" ? thread.rule : thread.type === "agent" ? thread.mode : "";
    if (home) edges.push({ from: home.node.id, to: stretch.node.id, kind: thread.type, label });
    return stretch;
  }

  function homeOf({ from }: Agent, above: Stretch | undefined): Stretch | undefined {
    return homes.get(from.uuid ?? "") ?? above;
  }

  function continueFrom(above: Stretch | undefined, kind: GraphNodeKind, rows: string[]): Stretch {
    const stretch = add(kind, rows, false);
    if (above) edges.push({ from: above.node.id, to: stretch.node.id, kind: "continues", label: "" });
    return stretch;
  }

  function add(kind: GraphNodeKind, rows: string[], isActive: boolean): Stretch {
    const node: GraphNode = { id: `n${nodes.length + 1}`, kind, rows, isActive };
    nodes.push(node);
    const stretch = { node, turns: 0, messages: 0, agents: 0 };
    stretches.push(stretch);
    return stretch;
  }

  function count(stretch: Stretch, message: Message): void {
    stretch.messages++;
    if (beginsTurn(message)) stretch.turns++;
    for (const uuid of message.uuids) homes.set(uuid, stretch);
  }
}

function rowsOf(thread: Exclude<ThreadNode, Root>): string[] {
  if (thread.type === "agent") {
    const name = [thread.name ?? thread.agentType ?? "agent", thread.description].filter(Boolean).join(": ");
    return [oneLine(name), ...(thread.missing ? ["no transcript"] : [])];
  }
  const words = thread.type === "session" ? thread.title || firstPrompt(thread) : firstPrompt(thread);
  const id = thread.type === "session" ? thread.sessionId : thread.uuid;
  return [`${thread.type} ${id.slice(0, 8)}`, oneLine(words)].filter(Boolean);
}

function compactionRows({ preTokens }: Compaction): string[] {
  const size = preTokens !== undefined && preTokens >= 1000 ? ` (${Math.floor(preTokens / 1000)}k tokens)` : "";
  return [`compacted${size}`];
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** One line of at most 50 characters, without tags of the client. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/<\/?[a-z][\w-]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > 50 ? `${characters.slice(0, 49).join("")}…` : line;
}

/** The first nodes, and one that stands for the rest. */
function shorten({ nodes, edges }: Graph, maxNodes: number): Graph {
  const kept = nodes.slice(0, maxNodes - 1);
  const more: GraphNode = {
    id: `n${maxNodes}`,
    kind: "more",
    rows: [`… and ${nodes.length - kept.length} more`],
    isActive: false,
  };
  const ids = new Set(kept.map(({ id }) => id));
  const inside = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const leaving = new Set(edges.flatMap(({ from, to }) => (ids.has(from) && !ids.has(to) ? [from] : [])));
  const last = [...leaving].slice(0, 20).map((from) => ({ from, to: more.id, kind: "continues", label: "" }) as const);
  return { nodes: [...kept, more], edges: [...inside, ...last] };
}
