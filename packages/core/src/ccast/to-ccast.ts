import type { Agent, Branch, FlowContent, Reference, Root, Session } from "@ccdag/ccast";
import type { Dag, LineInfo } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import type { DagLine, Side } from "../line/line.ts";
import type { Options } from "../options.ts";
import { firstEntry } from "../session/session-attach.ts";
import type { Attached, SessionTree } from "../session/session.ts";
import { addAlsoIn } from "./also-in.ts";
import { toAgent } from "./agent.ts";
import { type ToldLine, tellLine } from "./tell-line.ts";
import { toSession } from "./to-session.ts";

/** One line with its node, while the tree is put together. */
interface Told extends ToldLine {
  readonly dag: Dag;
  readonly line: DagLine;
  readonly node: Session | Branch | Agent;
}

/**
 * Tell the lines of a project as a tree. Branches stand after the message that they leave from, agents after the
 * message with the call that bore them, sessions at the end of the line that they continue.
 *
 * @param sessions lines attached to lines.
 * @param options rules that are switched off.
 * @returns the tree; every entry of the graph stands in it once.
 */
export function toCcast(sessions: SessionTree, options: Options = {}): Root {
  const root: Root = { type: "root", children: [] };
  const told = new Map<DagLine, Told>();
  const open: Array<{ line: DagLine; node: Told["node"] }> = [];
  for (const line of [...sessions.roots].reverse()) open.push({ line, node: begin(line, undefined) });
  const roots = new Set(sessions.roots);
  const orphans: Agent[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { line, node } = next;
    const one = { dag: sessions.dag, line, node, ...tellLine(line, sessions, options) };
    told.set(line, one);
    if (roots.has(line)) {
      if (node.type === "agent") orphans.push(node);
      else root.children.push(node);
    }
    for (const child of grow(one).reverse()) open.push(child);
  }
  adopt(orphans, root, told.values());
  addAlsoIn(sessions.dag, told.values());
  return root;

  function begin(line: DagLine, attached: Attached | undefined): Session | Agent {
    if (line.info.agent) return toAgent(line, sessions, levelOf(attached));
    const from = attached && reference(attached.at, attached.parent.info, told.get(attached.parent)!);
    return toSession(line, sessions, from);
  }

  function levelOf(attached: Attached | undefined): number {
    const above = attached && told.get(attached.parent)?.node;
    return above?.type === "agent" ? above.nestingLevel + 1 : 1;
  }

  /** Put what leaves from a line into its children, and return it to be told in its turn. */
  function grow(one: Told): Array<{ line: DagLine; node: Told["node"] }> {
    const after = new Map<FlowContent | undefined, FlowContent[]>();
    const below: Array<{ line: DagLine; node: Told["node"] }> = [];
    const put = (node: Told["node"], line: DagLine, at: FlowContent | undefined) => {
      const list = after.get(at);
      if (list) list.push(node);
      else after.set(at, [node]);
      below.push({ line, node });
    };
    const attached = sessions.attachedTo(one.line);
    for (const item of attached) if (item.line.info.agent) put(begin(item.line, item), item.line, nodeAt(item, one));
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

/** The message after which an agent stands: that of its call, else that of the entry it hangs on. */
function nodeAt({ line, at }: Attached, one: ToldLine): FlowContent | undefined {
  const toolUseId = line.info.agent?.anchor?.toolUseId;
  const caller = toolUseId === undefined ? undefined : one.callers.get(toolUseId);
  if (caller) (caller.call.agents ??= []).push(line.info.agent!.agentId);
  return caller?.message ?? one.nodeOf.get(at);
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
