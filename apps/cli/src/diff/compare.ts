import {
  asKnownCall,
  type FlowContent,
  type FoundEntry,
  type Message,
  originFacts,
  pathTo,
  type Root,
  type ToolCall,
  toText,
  wordsOf,
  walk,
} from "@ccdag/ccast";
import { type AttemptText, textsOf } from "./attempt-texts.ts";

/** One of two attempts: what it contains after the last message that both share. */
export interface Attempt {
  /** The entry where the path ends, as requested. */
  readonly leaf: string;
  /** Whether a person went back and continued elsewhere. */
  readonly isAbandoned: boolean;
  readonly messages: number;
  /** Time of the first message, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Time of the last message, in milliseconds since 1970. */
  readonly to?: number | undefined;
  /** The prompts that were typed, in order. */
  readonly prompts: readonly string[];
  /** Tool calls by name, most frequent first; calls of agents are included. */
  readonly tools: ReadonlyArray<readonly [string, number]>;
  /** Files that were written or edited, sorted by path, each with the number of calls. */
  readonly files: ReadonlyArray<readonly [string, number]>;
  /** What was said, in order; absent if it is not asked for. */
  readonly texts?: readonly AttemptText[] | undefined;
}

/** Two attempts, compared. */
export interface Comparison {
  /** Number of messages that both share. */
  readonly shared: number;
  /** The last shared message; absent if they share none. */
  readonly parting?: { readonly uuid: string; readonly words: string } | undefined;
  readonly attempts: readonly [Attempt, Attempt];
}

/**
 * Compare two paths of a conversation.
 *
 * @param tree the finished tree.
 * @param first the entry where one path ends.
 * @param second the entry where the other path ends.
 * @param hasTexts whether to list what was said in each (default: `false`).
 */
export function compare(tree: Root, first: FoundEntry, second: FoundEntry, hasTexts = false): Comparison {
  const [a, b] = [steps(pathTo(tree, first)), steps(pathTo(tree, second))];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const shared = a.slice(0, common).filter(isMessage);
  const last = shared.at(-1);
  const attempt = ({ uuid, threads }: FoundEntry, nodes: readonly FlowContent[]): Attempt => ({
    ...toAttempt(uuid, nodes),
    isAbandoned: threads.some((thread) => thread.type === "branch" && !thread.active),
    ...(hasTexts ? { texts: textsOf(nodes) } : {}),
  });
  return {
    shared: shared.length,
    parting: last && { uuid: last.uuid ?? last.id ?? "", words: toText(last) },
    attempts: [attempt(first, a.slice(common)), attempt(second, b.slice(common))],
  };
}

/** The messages, agents and compactions of a path, in order. The shared part of two paths consists of identical nodes. */
function steps(tree: Root): FlowContent[] {
  const found: FlowContent[] = [];
  const stack: FlowContent[] = [...tree.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "session" || node.type === "branch")
      for (const one of node.children.toReversed()) stack.push(one);
    else if (node.type !== "notice") found.push(node);
  }
  return found;
}

function isMessage(node: FlowContent): node is Message {
  return node.type === "message";
}

function toAttempt(leaf: string, nodes: readonly FlowContent[]): Omit<Attempt, "isAbandoned"> {
  const messages = nodes.filter(isMessage);
  const times = messages.flatMap(({ timestamp }) => timestamp ?? []);
  const tools = new Map<string, number>();
  const files = new Map<string, number>();
  for (const node of nodes)
    walk(node, (below) => {
      if (below.type !== "toolCall") return;
      add(tools, below.name);
      const path = writtenFile(below);
      if (path !== undefined) add(files, path);
    });
  return {
    leaf,
    messages: messages.length,
    from: times[0],
    to: times.at(-1),
    prompts: messages
      .filter(({ origin, actor }) => originFacts(origin).typed !== undefined && actor === "human")
      .map(wordsOf),
    tools: [...tools].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
    files: [...files].sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const editingTools = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

/** The file that a tool call writes to; absent for other calls. */
function writtenFile(call: ToolCall): string | undefined {
  const { name, input } = asKnownCall(call);
  if (!editingTools.has(name) || typeof input !== "object" || input === null) return undefined;
  const path = (input as Record<string, unknown>)["file_path"] ?? (input as Record<string, unknown>)["notebook_path"];
  return typeof path === "string" ? path : undefined;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
