import { holderOf, type ReadTree, type Shown, type Thread } from "./tree.ts";
import type { Block, Expected, ExpectedAgent } from "./types.ts";
import { blocksIn, comparable } from "./words.ts";

/** What each block is in a tree, and the agents. */
export interface Match {
  readonly shownOf: ReadonlyMap<Block, Shown>;
  readonly blockOf: ReadonlyMap<Shown, Block>;
  /** The threads that hold the blocks of each agent. */
  readonly threadsOf: ReadonlyMap<ExpectedAgent, readonly Thread[]>;
  /** Parts that are shown again, each with its block. */
  readonly again: ReadonlyArray<readonly [Shown, Block]>;
}

/**
 * Find each expected block in a tree, by its content: the blocks of an agent first in the agent that fits best, those of a
 * session first in the node of that session.
 *
 * @param tree the tree.
 * @param expected what it should hold.
 */
export function match(tree: ReadTree, expected: Expected): Match {
  const shownOf = new Map<Block, Shown>();
  const blockOf = new Map<Shown, Block>();
  const threadsOf = new Map<ExpectedAgent, Thread[]>();
  const keys = new Map(tree.items.map((item) => [item, comparable(item.text)]));
  const fits = (block: Block, item: Shown) => fit(block, item, keys.get(item)!);

  for (const [agent, thread] of pairAgents()) {
    assign(agent.blocks, itemsIn(thread));
    threadsOf.set(agent, [thread]);
  }
  for (const agent of expected.agents) {
    if (agent.maySplitAfter === undefined) continue;
    const used = new Set([...threadsOf.values()].flat());
    for (const thread of tree.threads.filter((one) => one.type === "agent" && !used.has(one))) {
      const open = agent.blocks.filter((block) => !shownOf.has(block));
      if (!open.some((block) => itemsIn(thread).some((item) => fits(block, item)))) continue;
      assign(open, itemsIn(thread));
      threadsOf.set(agent, [...(threadsOf.get(agent) ?? []), thread]);
    }
  }
  const inMain = tree.items.filter((item) => holderOf(item, "agent") === undefined);
  for (const session of expected.sessions) {
    const own = inMain.filter((item) => holderOf(item, "session")?.node["sessionId"] === session.sessionId);
    assign(blocksIn(session), own);
  }
  const all = [
    ...expected.sessions.flatMap((session) => blocksIn(session)),
    ...expected.agents.flatMap(({ blocks }) => blocks),
  ];
  assign(all, inMain);
  assign(all, tree.items);
  return { shownOf, blockOf, threadsOf, again: findRepeats() };

  /** The best agent of the tree for each expected one: by its call, then by its blocks. */
  function pairAgents(): Array<readonly [ExpectedAgent, Thread]> {
    const candidates = expected.agents.flatMap((agent) =>
      tree.threads.flatMap((thread) => {
        if (thread.type !== "agent") return [];
        const own = itemsIn(thread);
        const hits = agent.blocks.filter(
          (block) => block.onDisk !== false && own.some((item) => fits(block, item)),
        ).length;
        const isCall = agent.spawnedBy !== null && callOf(thread) === agent.spawnedBy;
        const isMode = thread.node["mode"] === agent.mode ? 1 : 0;
        return hits === 0 ? [] : [{ agent, thread, rank: hits * 10 + (isCall ? 1000 : 0) + isMode - own.length / 100 }];
      }),
    );
    const pairs: Array<readonly [ExpectedAgent, Thread]> = [];
    const taken = new Set<unknown>();
    for (const { agent, thread } of candidates.sort((a, b) => b.rank - a.rank)) {
      if (taken.has(agent) || taken.has(thread)) continue;
      taken.add(agent).add(thread);
      pairs.push([agent, thread]);
    }
    return pairs;
  }

  function itemsIn(thread: Thread): Shown[] {
    return tree.items.filter((item) => holderOf(item, "agent") === thread);
  }

  /** Blocks that look alike are found in the order in which they are shown. */
  function assign(blocks: readonly Block[], items: readonly Shown[]): void {
    let last = -1;
    for (const block of blocks) {
      if (shownOf.has(block)) {
        last = Math.max(last, shownOf.get(block)!.index);
        continue;
      }
      const free = items.filter(
        (item) => (!blockOf.has(item) || isShared(block, blockOf.get(item)!)) && fits(block, item),
      );
      // Blocks of one message stand in one place.
      const item = free.find((one) => one.index > last || (one.index === last && blockOf.has(one))) ?? free[0];
      if (item === undefined) continue;
      shownOf.set(block, item);
      if (!blockOf.has(item)) blockOf.set(item, block);
      if (item.kind !== "result") last = item.index;
    }
  }

  function findRepeats(): Array<readonly [Shown, Block]> {
    const repeatable = new Map(
      expected.agents.flatMap((agent) =>
        (threadsOf.get(agent) ?? []).map((one) => [one, agent.mayRepeat ?? []] as const),
      ),
    );
    const strong = all.filter(({ kind, onDisk }) => onDisk !== false && strongKinds.has(kind));
    return tree.items.flatMap((item) => {
      if (blockOf.has(item) || item.kind === "client") return [];
      const agent = holderOf(item, "agent");
      if (agent && repeatable.get(agent)?.includes(item.id)) return [];
      const block = strong.find((one) => fits(one, item) && !one.wrapped);
      return block ? [[item, block] as const] : [];
    });
  }
}

const strongKinds = new Set<Block["kind"]>(["prompt", "text", "thinking", "call", "result", "compaction"]);
/** Several of these may be parts of one message. */
const sharedKinds = new Set<Block["kind"]>([
  "notification",
  "teammate-message",
  "command",
  "command-output",
  "bash",
  "bash-output",
  "interrupt",
  "api-error",
]);

function isShared(block: Block, other: Block): boolean {
  return sharedKinds.has(block.kind) && keyOf(block) !== keyOf(other);
}

function keyOf({ kind, id, text, name, args, taskId, from }: Block): string {
  return JSON.stringify([kind, id, text, name, args, taskId, from]);
}

/** The call that spawned an agent. */
export function callOf({ node, inCall }: Thread): string | undefined {
  const { from } = node as { from?: { toolUseId?: unknown } | null };
  return typeof from?.toolUseId === "string" ? from.toolUseId : inCall;
}

function fit(block: Block, item: Shown, words: string): boolean {
  const text = comparable(block.text ?? "");
  const isClient = item.kind === "said" || item.kind === "client" || item.kind === "other";
  switch (block.kind) {
    case "prompt":
      return item.kind === "said" && (words === text || (block.wrapped === true && words.includes(text)));
    case "text":
      return item.kind === "text" && words === text;
    case "thinking":
      return item.kind === "thinking" && words === text;
    case "call":
    case "result":
      return item.kind === block.kind && item.id === block.id;
    case "image":
      return item.kind === "image";
    case "compaction":
      return (
        item.kind === "compaction" && (!block.summary || words === "" || words.includes(comparable(block.summary)))
      );
    case "command":
      return (
        isClient &&
        words.includes(block.name ?? "") &&
        words.includes(block.args ?? "") &&
        !words.includes("local-command-stdout")
      );
    case "bash-output":
      return (
        isClient &&
        words.includes(text) &&
        (item.origin === "bash-output" || !words.includes("bash-input")) &&
        item.origin !== "bash"
      );
    case "command-output":
    case "bash":
      return isClient && words.includes(text);
    case "interrupt":
      return isClient && words.startsWith("[Request interrupted by user");
    case "notification":
      return (isClient || item.kind === "text") && words.includes(block.taskId ?? text);
    case "teammate-message":
      return (
        isClient && words.includes(text === "idle_notification" ? "idle" : text) && words.includes(block.from ?? "")
      );
    default:
      return words.includes(text) && text !== "";
  }
}
