import {
  type Agent,
  agentsIn,
  type Branch,
  type FlowContent,
  type Reference,
  type Root,
  type Session,
} from "@ccdag/ccast";
import type { Dag, LineInfo } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import type { DagLine, Side } from "../line/line.ts";
import { type Options, rulesOf } from "../options.ts";
import { firstEntry } from "../session/session-attach.ts";
import type { Attached, SessionTree } from "../session/session.ts";
import { addAlsoIn } from "./also-in.ts";
import { toAgent } from "./agent.ts";
import { type Caller, type ToldLine, tellLine } from "./tell-line.ts";
import { toSession } from "./to-session.ts";

/** One line with its node, while the tree is put together. */
interface Told extends ToldLine {
  /** The agent whose line it is, or a branch of it. */
  readonly agent: Agent | undefined;
  readonly dag: Dag;
  readonly line: DagLine;
  readonly node: Session | Branch | Agent;
}

/** A line that is to be told, and the node that waits for it. */
interface Next {
  readonly line: DagLine;
  readonly node: Told["node"];
  /** Of a branch, the agent that it is a branch of. */
  readonly agent?: Agent | undefined;
}

/**
 * Tell the lines of a project as a tree. Branches stand after the message that they leave from, agents after the
 * message with the call that bore them, sessions at the end of the line that they continue.
 *
 * @param sessions lines attached to lines.
 * @param options rules that are switched off, and rules that look at the finished tree.
 * @returns the tree; every entry of the graph stands in it once.
 */
export function toCcast(sessions: SessionTree, options: Options = {}): Root {
  const root: Root = { type: "root", children: [] };
  const told = new Map<DagLine, Told>();
  const open: Next[] = [];
  for (const line of [...sessions.roots].reverse()) open.push({ line, node: begin(line, undefined) });
  const roots = new Set(sessions.roots);
  const orphans: Agent[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { line, node } = next;
    const agent = node.type === "agent" ? node : next.agent;
    const one = { dag: sessions.dag, agent, line, node, ...tellLine(line, sessions, options) };
    told.set(line, one);
    if (roots.has(line)) {
      if (node.type === "agent") orphans.push(node);
      else root.children.push(node);
    }
    for (const child of grow(one).reverse()) open.push(child);
  }
  adopt(orphans, root, told.values());
  addAlsoIn(sessions.dag, told.values());
  const rules = rulesOf("tell", [], options);
  const agents = rules.length === 0 ? [] : agentsIn(root);
  for (const { tell } of rules) tell({ tree: root, agents });
  return root;

  function begin(line: DagLine, attached: Attached | undefined): Session | Agent {
    if (line.info.agent) return toAgent(line, sessions, attached && told.get(attached.parent)!.agent);
    const from = attached && reference(attached.at, attached.parent.info, told.get(attached.parent)!);
    return toSession(line, sessions, from);
  }

  /** Put what leaves from a line into its children, and return it to be told in its turn. */
  function grow(one: Told): Next[] {
    const after = new Map<FlowContent | undefined, FlowContent[]>();
    const below: Next[] = [];
    const put = (node: Told["node"], line: DagLine, at: FlowContent | undefined) => {
      const list = after.get(at);
      if (list) list.push(node);
      else after.set(at, [node]);
      below.push({ line, node, agent: node.type === "branch" ? one.agent : undefined });
    };
    const attached = sessions.attachedTo(one.line);
    for (const { item, at } of bornOn(one, attached)) put(begin(item.line, item), item.line, at);
    for (const side of one.line.sides) put(toBranch(side, one), side.line, side.after && one.nodeOf.get(side.after));
    one.node.children = weave(one.nodes, after);
    for (const item of attached) {
      if (item.line.info.agent) continue;
      const node = begin(item.line, item) as Session;
      one.node.children.push(node);
      addJunction(one, item.at, { uuid: firstUuid(item.line), sessionId: node.sessionId });
      below.push({ line: item.line, node });
    }
    return below;
  }
}

/**
 * The agents that stand on a line, each with the message after which it is told: that of its call, else that of the
 * entry it hangs on. Those of one message stand in the order of their calls.
 */
function bornOn(
  one: ToldLine,
  attached: readonly Attached[],
): Array<{ item: Attached; at: FlowContent | undefined; order: number }> {
  const born = attached.flatMap((item) => {
    const { agent } = item.line.info;
    if (agent === undefined) return [];
    const caller = callerOf(item, one);
    if (caller) (caller.call.agents ??= []).push(agent.agentId);
    const order = caller ? caller.message.children.indexOf(caller.call) : Infinity;
    return { item, at: caller?.message ?? one.nodeOf.get(item.at), order };
  });
  return born.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

function callerOf({ line, at }: Attached, { callers }: ToldLine): Caller | undefined {
  const same = callers.get(line.info.agent!.anchor?.toolUseId ?? "") ?? [];
  return same.find(({ call }) => call.result?.uuid === at.uuid) ?? same[0];
}

function weave(
  nodes: readonly FlowContent[],
  after: ReadonlyMap<FlowContent | undefined, FlowContent[]>,
): FlowContent[] {
  const whole = [...nodes];
  if (after.size === 0) return whole;
  const woven: FlowContent[] = [];
  for (const node of whole) {
    woven.push(node);
    for (const child of after.get(node) ?? []) woven.push(child);
  }
  for (const child of after.get(undefined) ?? []) woven.push(child);
  return woven;
}

function toBranch(side: Side, one: Told): Branch {
  const first = firstUuid(side.line);
  const home = side.from && one.dag.lines.get(one.dag.lineOf(side.from.id));
  const from = side.from ? reference(side.from, home ?? one.line.info, one) : null;
  if (side.from) addJunction(one, side.from, { uuid: first, branch: first });
  const branch: Branch = { type: "branch", uuid: first, rule: side.rule, from, children: [] };
  if (side.isActive) branch.active = true;
  return branch;
}

function firstUuid(line: DagLine): string {
  const first = firstEntry(line);
  return first?.uuid ?? first?.id ?? "";
}

/** The turn that an entry belongs to: what speaks at it or above it on the line, through structural entries. */
function turnOf(at: Entry, one: Told): Entry {
  for (let entry: Entry | undefined = at; entry;) {
    const node = one.nodeOf.get(entry);
    if (node === undefined) break;
    if (node.type === "message") return entry;
    const edge = one.dag.edge(entry.id);
    entry = isRecorded(edge) ? one.dag.entries.get(edge.to) : undefined;
  }
  return at;
}

function reference(at: Entry, info: LineInfo, one: Told): Reference {
  const turn = turnOf(at, one);
  const node = one.nodeOf.get(turn);
  const uuid = (node && "uuid" in node ? node.uuid : undefined) ?? turn.uuid ?? turn.id;
  return { uuid, ...whose(info) };
}

function whose({ sessionId, agent }: LineInfo): Partial<Reference> {
  return agent ? { sessionId, agentId: agent.agentId } : { sessionId };
}

function addJunction(one: Told, at: Entry, junction: Reference): void {
  const node = one.nodeOf.get(turnOf(at, one));
  if (node?.type !== "message") return;
  node.junctions ??= [];
  node.junctions.push(junction);
}

/** An agent without a birthplace stands at the end of its session; where that is not loaded, in a session of its name. */
function adopt(agents: readonly Agent[], root: Root, told: Iterable<Told>): void {
  const homes = new Map<string, Session>();
  const sessionOf = new Map<Agent, string>();
  for (const { node, line } of told) {
    if (node.type === "agent") sessionOf.set(node, line.info.sessionId);
    else if (node.type === "session" && !homes.has(node.sessionId)) homes.set(node.sessionId, node);
  }
  for (const agent of agents) {
    const sessionId = sessionOf.get(agent)!;
    let home = homes.get(sessionId);
    if (home === undefined) {
      home = { type: "session", sessionId, children: [] };
      homes.set(sessionId, home);
      root.children.push(home);
    }
    home.children.push(agent);
  }
}
