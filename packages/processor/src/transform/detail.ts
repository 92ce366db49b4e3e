import {
  type Compaction,
  type Content,
  type FlowContent,
  type ThreadNode,
  type Message,
  originFacts,
  type Root,
  type ToolCall,
} from "@ccdag/ccast";
import type { Plugin } from "unified";
import { hideOutside } from "./select.ts";

/** How much of a conversation is told, from the least to all of it. */
export type Detail = "prompts" | "talk" | "steps" | "tools" | "full";

/** Options of {@link ccdagDetail}. */
export interface DetailOptions {
  /** Default: `"full"`. */
  detail?: Detail | undefined;
  /** Whether thinking is told, where the level tells it (default: `true`). */
  thinking?: boolean | undefined;
  /** Names of the tools whose calls are told (default: all). Agents that other calls bore go with their calls. */
  tools?: readonly string[] | undefined;
}

/** The levels in their order. */
export const details: readonly Detail[] = ["prompts", "talk", "steps", "tools", "full"];

/** What a conversation is made of, and the level from which on it is told. This table is the whole policy. */
const shownFrom = {
  /** What a person said or did: prompts, commands, words put in between. */
  prompt: "prompts",
  /** What was answered: by Claude, by a command of the person's. */
  answer: "talk",
  /** A call of a tool, without what it gave. */
  call: "steps",
  /** The conversation of an agent, with this same table. */
  agent: "steps",
  /** What agents and background tasks reported. */
  report: "steps",
  thinking: "tools",
  result: "tools",
  /** What the client put in: instructions, memory, skills, words of hooks. */
  context: "tools",
  /** The text that took the place of a compacted conversation; the boundary itself is a landmark of every level. */
  summary: "tools",
  /** Records of the client's own: hooks, progress, attachments, titles, modes. */
  notice: "full",
} as const satisfies Record<string, Detail>;

type Part = keyof typeof shownFrom;

/**
 * unified plugin: tell less. What is taken out is counted, by kind, in `hidden` of the message that it stood in or
 * after, and of the line where no message stands before it; records of the client's are counted on their line. Entries
 * that nothing tells any more are hidden in the account.
 *
 * A message that is told in part keeps its `uuids`: links to it, and to what leaves from it, lead there as before.
 */
const ccdagDetail: Plugin<[(DetailOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => {
    const kept = applyDetail(tree, options ?? {});
    if (kept !== tree && file.data.ledger) file.data.ledger = hideOutside(tree, [kept], file.data.ledger);
    return kept;
  };
};

export { ccdagDetail };

/** A node of the new tree on which something may be counted. */
type Counter = ThreadNode | Message | Compaction | ToolCall;

/** The same as a function, for a tree without a file. The tree is not changed. */
export function applyDetail(tree: Root, { detail = "full", thinking = true, tools }: DetailOptions): Root {
  const level = details.indexOf(detail);
  if (level === -1) throw new TypeError(`Expected one of ${details.join(", ")} in \`detail\`, not \`${detail}\``);
  if (detail === "full" && thinking && tools === undefined) return tree;
  const top: Root = { ...tree, children: [] };
  const open: Array<{ from: ThreadNode; to: ThreadNode }> = [{ from: tree, to: top }];
  for (let thread = open.pop(); thread; thread = open.pop()) reduceThread(thread.from, thread.to);
  return top;

  function isShown(part: Part): boolean {
    return details.indexOf(shownFrom[part]) <= level;
  }

  function enter<T extends Exclude<ThreadNode, Root>>(line: T): T {
    const copy = { ...line, children: [] };
    open.push({ from: line, to: copy });
    return copy;
  }

  function reduceThread(from: ThreadNode, to: ThreadNode): void {
    /** What is taken out next is counted here. */
    let counter: Counter = to;
    /** Calls that are not told; the agents that they bore stand after them. */
    const gone = new Set<string>();
    for (const node of from.children) {
      const kept = reduceNode(node);
      if (kept === undefined) continue;
      to.children.push(kept);
      if (kept.type === "message" || kept.type === "compaction") counter = kept;
    }

    function reduceNode(node: FlowContent): FlowContent | undefined {
      switch (node.type) {
        case "session":
        case "branch": {
          return enter(node);
        }
        case "agent": {
          if (isShown("agent") && !gone.has(node.from.toolUseId ?? "")) return enter(node);
          return count(counter, "agent");
        }
        case "notice": {
          return isShown("notice") ? node : count(to, "notice");
        }
        case "compaction": {
          if (isShown("summary") || node.children.length === 0) return { ...node };
          const kept = { ...node, children: [] };
          count(kept, "summary");
          return kept;
        }
        case "message": {
          return reduceMessage(node);
        }
        default: {
          return node;
        }
      }
    }

    function reduceMessage(node: Message): Message | undefined {
      const kept: Message = { ...node, children: [] };
      const isSpoken = isShown(originFacts(node.origin).part);
      const left: string[] = [];
      for (const child of node.children) {
        const part = partIn(child, isSpoken);
        if (part === undefined) kept.children.push(child.type === "toolCall" ? reduceCall(child) : child);
        else if (part !== "message" || !left.includes(part)) left.push(part);
        if (part === "toolCall") gone.add((child as ToolCall).id);
      }
      const isThere = kept.children.length > 0 || (isSpoken && node.children.length === 0);
      if (!isThere && left.length === 0) left.push("message");
      for (const kind of left) count(isThere ? kept : counter, kind);
      return isThere ? kept : undefined;
    }
  }

  /** As what a part of a message is counted when it is not told. */
  function partIn(child: Content, isSpoken: boolean): string | undefined {
    if (child.type === "thinking") return isShown("thinking") && thinking ? undefined : child.type;
    if (child.type === "toolResult") return isShown("result") ? undefined : child.type;
    if (child.type !== "toolCall") return isSpoken ? undefined : "message";
    return isShown("call") && (tools === undefined || tools.includes(child.name)) ? undefined : child.type;
  }

  function reduceCall(call: ToolCall): ToolCall {
    if (call.result === undefined || isShown("result")) return call;
    const { result, ...rest } = call;
    count(rest, result.type);
    return rest;
  }
}

function count(node: Counter, kind: string): undefined {
  node.hidden = { ...node.hidden, [kind]: (node.hidden?.[kind] ?? 0) + 1 };
}
