import {
  type Agent,
  agentsIn,
  type Branch,
  type FlowContent,
  type Reference,
  type Root,
  type Session,
} from "@ccdag/ccast";
import type { Dag, ThreadInfo } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import type { Thread, Side } from "../thread/thread.ts";
import type { ReadOptions } from "../options.ts";
import { defaultRules } from "../rulebook.ts";
import { firstEntry } from "../session/session-attach.ts";
import type { Attachment, SessionTree } from "../session/session.ts";
import { addAlsoIn } from "./also-in.ts";
import { toAgent } from "./agent.ts";
import { type Caller, type BuiltThread, buildThread } from "./build-thread.ts";
import { toSession } from "./to-session.ts";

/** A thread with its node, while the tree is built. */
interface OpenThread extends BuiltThread {
  /** The agent that the thread, or the thread it is a branch of, belongs to. */
  readonly agent: Agent | undefined;
  readonly dag: Dag;
  readonly thread: Thread;
  readonly node: Session | Branch | Agent;
}

/** A thread whose nodes are to be built, and the node that will hold them. */
interface Next {
  readonly thread: Thread;
  readonly node: OpenThread["node"];
  /** For a branch, the agent that it is a branch of. */
  readonly agent?: Agent | undefined;
}

/**
 * Build the tree of a project (ccast). Branches come after the message that they leave from, agents after the message
 * with the tool call that spawned them, sessions at the end of the thread that they continue.
 *
 * @param sessions the tree of threads.
 * @param options rules, and sidecars with large tool outputs.
 * @returns the tree. It holds every entry of the graph exactly once.
 */
export function toCcast(sessions: SessionTree, options: ReadOptions = {}): Root {
  const { rules = defaultRules, sidecars } = options;
  const root: Root = { type: "root", children: [] };
  const built = new Map<Thread, OpenThread>();
  const open: Next[] = [];
  for (const thread of [...sessions.roots].reverse()) open.push({ thread, node: begin(thread, undefined) });
  const roots = new Set(sessions.roots);
  const orphans: Agent[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, node } = next;
    const agent = node.type === "agent" ? node : next.agent;
    const one = { dag: sessions.dag, agent, thread, node, ...buildThread(thread, sessions, { rules, sidecars }) };
    built.set(thread, one);
    if (roots.has(thread)) {
      if (node.type === "agent") orphans.push(node);
      else root.children.push(node);
    }
    for (const child of grow(one).reverse()) open.push(child);
  }
  adopt(orphans, root, built.values());
  addAlsoIn(sessions.dag, built.values());
  const agents = rules.annotate.length === 0 ? [] : agentsIn(root);
  for (const { annotate } of rules.annotate) annotate({ tree: root, agents });
  return root;

  function begin(thread: Thread, attached: Attachment | undefined): Session | Agent {
    if (thread.info.agent) return toAgent(thread, sessions, attached && built.get(attached.parent)!.agent);
    const from = attached && reference(attached.at, attached.parent.info, built.get(attached.parent)!);
    return toSession(thread, sessions, from);
  }

  /** Add the branches, agents and sessions of a thread to its children, and return them so that they are built next. */
  function grow(one: OpenThread): Next[] {
    const after = new Map<FlowContent | undefined, FlowContent[]>();
    const below: Next[] = [];
    const put = (node: OpenThread["node"], thread: Thread, at: FlowContent | undefined) => {
      const list = after.get(at);
      if (list) list.push(node);
      else after.set(at, [node]);
      below.push({ thread, node, agent: node.type === "branch" ? one.agent : undefined });
    };
    const attached = sessions.attachedTo(one.thread);
    for (const { item, at } of spawnedOn(one, attached)) put(begin(item.thread, item), item.thread, at);
    for (const side of one.thread.sides)
      put(toBranch(side, one), side.thread, side.after && one.nodeOf.get(side.after));
    one.node.children = weave(one.nodes, after);
    for (const item of attached) {
      if (item.thread.info.agent) continue;
      const node = begin(item.thread, item) as Session;
      one.node.children.push(node);
      addJunction(one, item.at, { uuid: firstUuid(item.thread), sessionId: node.sessionId });
      below.push({ thread: item.thread, node });
    }
    return below;
  }
}

/**
 * The agents that a thread spawned, each with the message that it comes after: that of its call, else that of its
 * parent. Agents of one message are in the order of their calls.
 */
function spawnedOn(
  one: BuiltThread,
  attached: readonly Attachment[],
): Array<{ item: Attachment; at: FlowContent | undefined; order: number }> {
  const spawned = attached.flatMap((item) => {
    const { agent } = item.thread.info;
    if (agent === undefined) return [];
    const caller = callerOf(item, one);
    if (caller) (caller.call.agents ??= []).push(agent.agentId);
    const order = caller ? caller.message.children.indexOf(caller.call) : Infinity;
    return { item, at: caller?.message ?? one.nodeOf.get(item.at), order };
  });
  return spawned.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

function callerOf({ thread, at }: Attachment, { callers }: BuiltThread): Caller | undefined {
  const same = callers.get(thread.info.agent!.anchor?.toolUseId ?? "") ?? [];
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

function toBranch(side: Side, one: OpenThread): Branch {
  const first = firstUuid(side.thread);
  const home = side.from && one.dag.threads.get(one.dag.threadOf(side.from.id));
  const from = side.from ? reference(side.from, home ?? one.thread.info, one) : null;
  if (side.from) addJunction(one, side.from, { uuid: first, branch: first });
  const branch: Branch = { type: "branch", uuid: first, rule: side.rule, from, children: [] };
  if (side.isActive) branch.active = true;
  return branch;
}

function firstUuid(thread: Thread): string {
  const first = firstEntry(thread);
  return first?.uuid ?? first?.id ?? "";
}

/**
 * The entry with the message that an entry belongs to: the entry itself or the nearest ancestor in the thread, looking
 * through structural entries.
 */
function turnOf(at: Entry, one: OpenThread): Entry {
  for (let entry: Entry | undefined = at; entry;) {
    const node = one.nodeOf.get(entry);
    if (node === undefined) break;
    if (node.type === "message") return entry;
    const edge = one.dag.edge(entry.id);
    entry = isRecorded(edge) ? one.dag.entries.get(edge.to) : undefined;
  }
  return at;
}

function reference(at: Entry, info: ThreadInfo, one: OpenThread): Reference {
  const turn = turnOf(at, one);
  const node = one.nodeOf.get(turn);
  const uuid = (node && "uuid" in node ? node.uuid : undefined) ?? turn.uuid ?? turn.id;
  return { uuid, ...whose(info) };
}

function whose({ sessionId, agent }: ThreadInfo): Partial<Reference> {
  return agent ? { sessionId, agentId: agent.agentId } : { sessionId };
}

function addJunction(one: OpenThread, at: Entry, junction: Reference): void {
  const node = one.nodeOf.get(turnOf(at, one));
  if (node?.type !== "message") return;
  node.junctions ??= [];
  node.junctions.push(junction);
}

/**
 * An agent that no call is known for goes to the end of its session. If that session is not loaded, an empty one is
 * made.
 */
function adopt(agents: readonly Agent[], root: Root, built: Iterable<OpenThread>): void {
  const homes = new Map<string, Session>();
  const sessionOf = new Map<Agent, string>();
  for (const { node, thread } of built) {
    if (node.type === "agent") sessionOf.set(node, thread.info.sessionId);
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
