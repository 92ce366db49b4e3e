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
import type { ReadOptions } from "../read-options.ts";
import { defaultRules } from "../rulebook.ts";
import { firstEntry } from "../session/session-attach.ts";
import type { Attachment, SessionTree } from "../session/session.ts";
import { adopt, type Member } from "./adopt.ts";
import { createAlsoIn } from "./also-in.ts";
import { toAgent } from "./agent.ts";
import { buildThread } from "./build-thread.ts";
import type { BuiltThread, Caller } from "./built-thread.ts";
import { toSession } from "./to-session.ts";

/** A thread with its node, while the tree is built. */
interface OpenThread extends BuiltThread {
  /** The agent that the thread, or the thread it is a branch of, belongs to. */
  readonly agent: Agent | undefined;
  readonly dag: Dag;
  readonly thread: Thread;
  readonly node: Session | Branch | Agent;
  /** The root of its part of the tree. */
  readonly top: Session | Agent;
  /** What {@link turnOf} found: many threads may leave from one entry. */
  readonly turns: Map<Entry, Entry | undefined>;
}

/** A thread whose nodes are to be built, and the node that will hold them. */
interface Next {
  readonly thread: Thread;
  readonly node: OpenThread["node"];
  /** For a branch, the agent that it is a branch of. */
  readonly agent?: Agent | undefined;
  /** The root of its part of the tree. */
  readonly top: Session | Agent;
  /** For a session, the thread that it continues. */
  readonly above?: BuiltThread | undefined;
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
  const addAlsoIn = createAlsoIn(sessions.dag);
  const members: Member[] = [];
  const open: Next[] = [];
  for (const thread of [...sessions.roots].reverse()) {
    const node = begin(thread, undefined, undefined);
    open.push({ thread, node, top: node });
  }
  const roots = new Set(sessions.roots);
  const orphans: Agent[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, node, top } = next;
    const agent = node.type === "agent" ? node : next.agent;
    const parts = buildThread(thread, sessions, { rules, sidecars }, next.above);
    const one: OpenThread = { dag: sessions.dag, agent, thread, node, top, turns: new Map(), ...parts };
    if (node.type !== "branch") members.push({ node, sessionId: thread.info.sessionId, top });
    if (roots.has(thread)) {
      if (node.type === "agent") orphans.push(node);
      else root.children.push(node);
    }
    for (const child of grow(one).reverse()) open.push(child);
    addAlsoIn(one);
  }
  adopt(orphans, root, members);
  const agents = rules.annotate.length === 0 ? [] : agentsIn(root);
  for (const { annotate } of rules.annotate) annotate({ tree: root, agents });
  return root;

  function begin(thread: Thread, attached: Attachment | undefined, above: OpenThread | undefined): Session | Agent {
    if (thread.info.agent) return toAgent(thread, sessions, above?.agent);
    const from = attached && reference(attached.at, attached.parent.info, above!);
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
      below.push({ thread, node, agent: node.type === "branch" ? one.agent : undefined, top: one.top });
    };
    const attached = sessions.attachedTo(one.thread);
    for (const { item, at } of spawnedOn(one, attached)) put(begin(item.thread, item, one), item.thread, at);
    for (const side of one.thread.sides)
      put(toBranch(side, one), side.thread, side.after && one.nodeOf.get(side.after));
    one.node.children = weave(one.nodes, after);
    for (const item of attached) {
      if (item.thread.info.agent) continue;
      const node = begin(item.thread, item, one) as Session;
      one.node.children.push(node);
      addJunction(one, item.at, { uuid: firstUuid(item.thread), sessionId: node.sessionId });
      below.push({ thread: item.thread, node, top: one.top, above: one });
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
  const callerOf = findCallers(one);
  const spawned = attached.flatMap((item) => {
    const { agent } = item.thread.info;
    if (agent === undefined) return [];
    const caller = callerOf(item);
    if (caller) (caller.call.agents ??= []).push(agent.agentId);
    return { item, at: caller?.message ?? one.nodeOf.get(item.at), order: caller?.index ?? Infinity };
  });
  return spawned.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

/**
 * Finds the call that spawned an agent: of several with its id, the one whose result is its parent. The calls of an id
 * are read once, because many agents may name one id.
 */
function findCallers({ callers }: BuiltThread): (item: Attachment) => Caller | undefined {
  const byResult = new Map<string, Map<string | undefined, Caller>>();
  return ({ thread, at }) => {
    const id = thread.info.agent!.anchor?.toolUseId ?? "";
    const same = callers.get(id) ?? [];
    if (same.length < 2) return same[0];
    const known = byResult.get(id) ?? new Map(same.map((one) => [one.call.result?.uuid, one] as const).reverse());
    byResult.set(id, known);
    return known.get(at.uuid) ?? same[0];
  };
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
  const climbed: Entry[] = [];
  let entry: Entry | undefined = at;
  while (entry && !one.turns.has(entry)) {
    climbed.push(entry);
    const node = one.nodeOf.get(entry);
    if (node === undefined || node.type === "message") break;
    const edge = one.dag.edge(entry.id);
    entry = isRecorded(edge) ? one.dag.entries.get(edge.to) : undefined;
  }
  const isSpoken = entry && one.nodeOf.get(entry)?.type === "message";
  const turn = entry && (one.turns.get(entry) ?? (isSpoken ? entry : undefined));
  for (const each of climbed) one.turns.set(each, turn);
  return turn ?? at;
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
