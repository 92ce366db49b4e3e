import {
  type FlowContent,
  type FoundEntry,
  type Message,
  originFacts,
  pathTo,
  type Root,
  toText,
  walk,
} from "@ccdag/ccast";
import { preview } from "@ccdag/mdast";

/** What one of two attempts did after they parted. */
export interface Attempt {
  /** The entry that was asked for. */
  readonly leaf: string;
  readonly messages: number;
  /** Of its first and last message, in milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What was typed, in order. */
  readonly prompts: readonly string[];
  /** Calls by name, most often first; those of agents are among them. */
  readonly tools: ReadonlyArray<readonly [string, number]>;
  /** Files that were written or edited, with how often, by path. */
  readonly files: ReadonlyArray<readonly [string, number]>;
}

/** Two attempts side by side. */
export interface Comparison {
  /** How many messages both have. */
  readonly shared: number;
  /** The last of them; nothing where they have none in common. */
  readonly parting?: { readonly uuid: string; readonly words: string } | undefined;
  readonly attempts: readonly [Attempt, Attempt];
}

/**
 * Set two paths of talk side by side.
 *
 * @param tree the finished tree.
 * @param first where one path ends.
 * @param second where the other one does.
 */
export function compare(tree: Root, first: FoundEntry, second: FoundEntry): Comparison {
  const [a, b] = [steps(pathTo(tree, first)), steps(pathTo(tree, second))];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const shared = a.slice(0, common).filter(isMessage);
  const last = shared.at(-1);
  return {
    shared: shared.length,
    parting: last && { uuid: last.uuid ?? last.id ?? "", words: toText(last) },
    attempts: [attempt(first.uuid, a.slice(common)), attempt(second.uuid, b.slice(common))],
  };
}

/** What stands on a path, in order: messages, agents, compactions. Both paths share these nodes where they agree. */
function steps(tree: Root): FlowContent[] {
  const found: FlowContent[] = [];
  const open: FlowContent[] = [...tree.children].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "session" || node.type === "branch") open.push(...node.children.toReversed());
    else if (node.type !== "notice") found.push(node);
  }
  return found;
}

function isMessage(node: FlowContent): node is Message {
  return node.type === "message";
}

/** What was typed; of a command its name and arguments, without the tags around them. */
function wordsOf(message: Message): string {
  return message.origin === "command" ? preview({ type: "root", children: [message] }, 200) : toText(message);
}

function attempt(leaf: string, own: readonly FlowContent[]): Attempt {
  const messages = own.filter(isMessage);
  const times = messages.flatMap(({ timestamp }) => timestamp ?? []);
  const tools = new Map<string, number>();
  const files = new Map<string, number>();
  for (const node of own)
    walk(node, (below) => {
      if (below.type !== "toolCall") return;
      add(tools, below.name);
      const path = written(below.name, below.input);
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

const editing = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);

/** The file that a call writes to. */
function written(name: string, input: unknown): string | undefined {
  if (!editing.has(name) || typeof input !== "object" || input === null) return undefined;
  const path = (input as Record<string, unknown>)["file_path"] ?? (input as Record<string, unknown>)["notebook_path"];
  return typeof path === "string" ? path : undefined;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
