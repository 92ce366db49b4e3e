import {
  type Agent,
  type Compaction,
  type Content,
  type FlowContent,
  type Message,
  type Nodes,
  originFacts,
  type Root,
  type ThreadNode,
  type ToolCall,
  walk,
} from "@ccdag/ccast";
import { details, type Part, shownFrom } from "./detail-levels.ts";

/** A node of the new tree whose `hidden` may count removed nodes. */
type Counter = ThreadNode | Message | Compaction | ToolCall;

/** What is kept. */
interface Kept {
  /** Index of the level in the list of levels. */
  readonly level: number;
  readonly hasThinking: boolean;
  /** Names of tools; absent for all. */
  readonly tools: readonly string[] | undefined;
}

/** A thread of the old tree, and what becomes of it. */
interface ThreadCopy {
  readonly from: ThreadNode;
  readonly to: ThreadNode;
  /** The next node that is removed is counted here. */
  counter: Counter;
  /** Calls that are removed; the agents that they spawned come after them. */
  readonly removedCalls: Set<string>;
}

/** Makes a tree with less detail. Threads are reduced one after the other, however deep they are nested. */
export class Reducer {
  readonly #kept: Kept;
  readonly #top: Root;
  /** Agents with a wanted call, in themselves or below; absent if every call is wanted. */
  readonly #holders: ReadonlySet<Nodes> | undefined;
  readonly #open: ThreadCopy[] = [];

  constructor(tree: Root, kept: Kept) {
    this.#kept = kept;
    this.#top = { ...tree, children: [] };
    this.#holders = kept.tools && findHolders(tree, new Set(kept.tools));
    this.#add(tree, this.#top);
  }

  /** The new tree. The old one is not changed. */
  reduce(): Root {
    for (let thread = this.#open.pop(); thread; thread = this.#open.pop()) this.#reduceThread(thread);
    return this.#top;
  }

  #isShown(part: Part): boolean {
    return details.indexOf(shownFrom[part]) <= this.#kept.level;
  }

  #add(from: ThreadNode, to: ThreadNode): void {
    this.#open.push({ from, to, counter: to, removedCalls: new Set() });
  }

  #enter<T extends Exclude<ThreadNode, Root>>(thread: T): T {
    const copy = { ...thread, children: [] };
    this.#add(thread, copy);
    return copy;
  }

  #reduceThread(thread: ThreadCopy): void {
    // Copied at the end: a list that grows has room for sixteen more, and most threads of some trees hold one node.
    const children: FlowContent[] = [];
    for (const node of thread.from.children) {
      const kept = this.#reduceNode(node, thread);
      if (kept === undefined) continue;
      children.push(kept);
      if (kept.type === "message" || kept.type === "compaction") thread.counter = kept;
    }
    thread.to.children = children.slice();
  }

  #reduceNode(node: FlowContent, thread: ThreadCopy): FlowContent | undefined {
    switch (node.type) {
      case "session":
      case "branch":
        return this.#enter(node);
      case "agent":
        return this.#isShown("agent") && this.#isWanted(node, thread)
          ? this.#enter(node)
          : count(thread.counter, "agent");
      case "notice":
        return this.#isShown(node.entryType === "malformed" ? "damage" : "notice") ? node : count(thread.to, "notice");
      case "compaction": {
        if (this.#isShown("summary") || node.children.length === 0) return { ...node };
        const kept = { ...node, children: [] };
        count(kept, "summary");
        return kept;
      }
      case "message":
        return this.#reduceMessage(node, thread);
      default:
        return node;
    }
  }

  /** An agent is kept with the call that spawned it, or for the calls that it holds. */
  #isWanted(agent: Agent, { removedCalls }: ThreadCopy): boolean {
    return !removedCalls.has(agent.from.toolUseId ?? "") || this.#holders?.has(agent) === true;
  }

  #reduceMessage(node: Message, thread: ThreadCopy): Message | undefined {
    const children: Content[] = [];
    const kept: Message = { ...node, children };
    const hasText = this.#isShown(originFacts(node.origin).part);
    const removed: string[] = [];
    // The texts of a message count as one, whatever is between them.
    let hasRemovedText = false;
    for (const child of node.children) {
      const kind = this.#kindOfRemoved(child, hasText);
      if (kind === undefined) children.push(child.type === "toolCall" ? this.#reduceCall(child) : child);
      else if (kind !== "message" || !hasRemovedText) removed.push(kind);
      hasRemovedText ||= kind === "message";
      if (kind === "toolCall") thread.removedCalls.add((child as ToolCall).id);
    }
    const isKept = children.length > 0 || (hasText && node.children.length === 0);
    if (!isKept && removed.length === 0) removed.push("message");
    for (const kind of removed) count(isKept ? kept : thread.counter, kind);
    kept.children = children.slice();
    return isKept ? kept : undefined;
  }

  /** The kind under which a part of a message is counted if it is removed; `undefined` if it is kept. */
  #kindOfRemoved(child: Content, hasText: boolean): string | undefined {
    const { hasThinking, tools } = this.#kept;
    if (child.type === "thinking") return this.#isShown("thinking") && hasThinking ? undefined : child.type;
    if (child.type === "toolResult") return this.#isShown("result") ? undefined : child.type;
    if (child.type !== "toolCall") return hasText ? undefined : "message";
    const isWanted = tools === undefined || tools.includes(child.name);
    return this.#isShown("call") && isWanted ? undefined : child.type;
  }

  #reduceCall(call: ToolCall): ToolCall {
    if (call.result === undefined || this.#isShown("result")) return call;
    const { result, ...rest } = call;
    count(rest, result.type);
    return rest;
  }
}

function count(node: Counter, kind: string): undefined {
  node.hidden = { ...node.hidden, [kind]: (node.hidden?.[kind] ?? 0) + 1 };
}

/** The agents that hold a call of one of these tools, and the threads above them. */
function findHolders(tree: Root, tools: ReadonlySet<string>): Set<Nodes> {
  const above = new Map<Nodes, Nodes | undefined>();
  const holders = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (node.type !== "toolResult") above.set(node, parent);
    if (node.type !== "toolCall" || !tools.has(node.name)) return;
    for (let at = parent; at && !holders.has(at); at = above.get(at)) holders.add(at);
  });
  return holders;
}
