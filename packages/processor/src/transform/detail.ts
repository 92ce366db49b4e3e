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

/** How much of a conversation is kept, from the least to all of it. */
export type Detail = "prompts" | "talk" | "steps" | "tools" | "full";

/** Options of {@link ccdagDetail}. */
export interface DetailOptions {
  /** The level of detail (default: `"full"`). */
  detail?: Detail | undefined;
  /** Whether to keep thinking, if the level includes it (default: `true`). */
  thinking?: boolean | undefined;
  /** Names of the tools whose calls are kept (default: all). Agents that other calls spawned are removed with them. */
  tools?: readonly string[] | undefined;
}

/** The levels in their order. */
export const details: readonly Detail[] = ["prompts", "talk", "steps", "tools", "full"];

/** The parts of a conversation, and the first level that keeps each. This table is the whole policy. */
const shownFrom = {
  /** Input of a person: prompts, commands, prompts that steer a running turn. */
  prompt: "prompts",
  /** Answers of Claude, and output of a person's commands. */
  answer: "talk",
  /** A tool call, without its result. */
  call: "steps",
  /** The conversation of an agent; this table applies to it too. */
  agent: "steps",
  /** Reports of agents and background tasks. */
  report: "steps",
  thinking: "tools",
  result: "tools",
  /** Context that the client inserts: instructions, memory, skills, output of hooks. */
  context: "tools",
  /** The text that replaces a compacted conversation; the boundary itself is kept at every level. */
  summary: "tools",
  /** Other records of the client: hooks, progress, attachments, titles, modes. */
  notice: "full",
} as const satisfies Record<string, Detail>;

type Part = keyof typeof shownFrom;

/**
 * unified plugin: reduce the detail of a tree. What is removed is counted, by kind, in `hidden` of the message that
 * held it or preceded it, or of the thread if no message precedes it; notices are counted on their thread. Entries that
 * are no longer in the tree are hidden in the account.
 *
 * A message that is kept in part keeps its `uuids`, so links to it, and to threads that leave from it, still work. An
 * unknown level throws a `TypeError`.
 */
const ccdagDetail: Plugin<[(DetailOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => {
    const kept = applyDetail(tree, options ?? {});
    if (kept !== tree && file.data.ledger) file.data.ledger = hideOutside(tree, [kept], file.data.ledger);
    return kept;
  };
};

export { ccdagDetail };

/** A node of the new tree whose `hidden` may count removed nodes. */
type Counter = ThreadNode | Message | Compaction | ToolCall;

/**
 * Reduce the detail of a tree: {@link ccdagDetail} as a function, for a tree without a file.
 *
 * @param tree the finished tree; it is not changed.
 * @param options what to keep.
 * @returns a new tree; `tree` itself if nothing is to be removed.
 * @throws TypeError if `detail` is not one of {@link details}.
 */
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

  function enter<T extends Exclude<ThreadNode, Root>>(thread: T): T {
    const copy = { ...thread, children: [] };
    open.push({ from: thread, to: copy });
    return copy;
  }

  function reduceThread(from: ThreadNode, to: ThreadNode): void {
    /** The next node that is removed is counted here. */
    let counter: Counter = to;
    /** Calls that are removed; the agents that they spawned come after them. */
    const removedCalls = new Set<string>();
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
          if (isShown("agent") && !removedCalls.has(node.from.toolUseId ?? "")) return enter(node);
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
      const hasText = isShown(originFacts(node.origin).part);
      const removed: string[] = [];
      for (const child of node.children) {
        const part = kindOfRemoved(child, hasText);
        if (part === undefined) kept.children.push(child.type === "toolCall" ? reduceCall(child) : child);
        else if (part !== "message" || !removed.includes(part)) removed.push(part);
        if (part === "toolCall") removedCalls.add((child as ToolCall).id);
      }
      const isKept = kept.children.length > 0 || (hasText && node.children.length === 0);
      if (!isKept && removed.length === 0) removed.push("message");
      for (const kind of removed) count(isKept ? kept : counter, kind);
      return isKept ? kept : undefined;
    }
  }

  /** The kind under which a part of a message is counted if it is removed; `undefined` if it is kept. */
  function kindOfRemoved(child: Content, hasText: boolean): string | undefined {
    if (child.type === "thinking") return isShown("thinking") && thinking ? undefined : child.type;
    if (child.type === "toolResult") return isShown("result") ? undefined : child.type;
    if (child.type !== "toolCall") return hasText ? undefined : "message";
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
