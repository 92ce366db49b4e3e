import { holderOf, type ReadTree, type ShownPart, type TreeThread } from "./tree.ts";
import type { Block, ExpectedConversation, ExpectedAgent } from "./types.ts";
import { blocksIn, comparable } from "./comparable.ts";

/** What each block is in a tree, and the agents. */
export interface Match {
  readonly shownOf: ReadonlyMap<Block, ShownPart>;
  readonly blockOf: ReadonlyMap<ShownPart, Block>;
  /** The threads that hold the blocks of each agent. */
  readonly threadsOf: ReadonlyMap<ExpectedAgent, readonly TreeThread[]>;
  /** Parts that are shown again, each with its block. */
  readonly again: ReadonlyArray<readonly [ShownPart, Block]>;
}

/**
 * Find each expected block in a tree, by its content: the blocks of an agent first in the agent that fits best, those of a
 * session first in the node of that session.
 *
 * @param tree the tree.
 * @param expected what it should hold.
 */
export function match(tree: ReadTree, expected: ExpectedConversation): Match {
  return new Matcher(tree, expected).match();
}

class Matcher {
  readonly #tree: ReadTree;
  readonly #expected: ExpectedConversation;
  readonly #shownOf = new Map<Block, ShownPart>();
  readonly #blockOf = new Map<ShownPart, Block>();
  readonly #threadsOf = new Map<ExpectedAgent, TreeThread[]>();
  readonly #words: ReadonlyMap<ShownPart, string>;
  readonly #inAgent: ReadonlyMap<ShownPart, TreeThread | undefined>;

  constructor(tree: ReadTree, expected: ExpectedConversation) {
    this.#tree = tree;
    this.#expected = expected;
    this.#words = new Map(tree.items.map((item) => [item, comparable(item.text)]));
    this.#inAgent = new Map(tree.items.map((item) => [item, holderOf(item, "agent")]));
  }

  match(): Match {
    const { sessions, agents } = this.#expected;
    for (const [agent, thread] of this.#pairAgents()) {
      this.#assign(agent.blocks, this.#itemsIn(thread));
      this.#threadsOf.set(agent, [thread]);
    }
    for (const agent of agents) if (agent.maySplitAfter !== undefined) this.#addSecondPart(agent);
    const inMain = this.#itemsIn(undefined);
    for (const session of sessions) {
      const isOwn = (item: ShownPart) => holderOf(item, "session")?.node["sessionId"] === session.sessionId;
      this.#assign(blocksIn(session), inMain.filter(isOwn));
    }
    const all = [...sessions.flatMap((session) => blocksIn(session)), ...agents.flatMap(({ blocks }) => blocks)];
    this.#assign(all, inMain);
    this.#assign(all, this.#tree.items);
    return {
      shownOf: this.#shownOf,
      blockOf: this.#blockOf,
      threadsOf: this.#threadsOf,
      again: this.#findRepeats(all),
    };
  }

  #fits(block: Block, item: ShownPart): boolean {
    return fit(block, item, this.#words.get(item)!);
  }

  #itemsIn(thread: TreeThread | undefined): ShownPart[] {
    return this.#tree.items.filter((item) => this.#inAgent.get(item) === thread);
  }

  /** The best agent of the tree for each expected one: by its call, then by its blocks. */
  #pairAgents(): Array<readonly [ExpectedAgent, TreeThread]> {
    const threads = this.#tree.threads.filter(({ type }) => type === "agent");
    const candidates = threads.flatMap((thread) => {
      const own = this.#itemsIn(thread);
      return this.#expected.agents.flatMap((agent) => {
        const wanted = agent.blocks.filter(({ onDisk }) => onDisk !== false);
        const hits = wanted.filter((block) => own.some((item) => this.#fits(block, item))).length;
        const isCall = agent.spawnedBy !== null && callOf(thread) === agent.spawnedBy;
        const isMode = thread.node["mode"] === agent.mode ? 1 : 0;
        return hits === 0 ? [] : [{ agent, thread, rank: hits * 10 + (isCall ? 1000 : 0) + isMode - own.length / 100 }];
      });
    });
    const pairs: Array<readonly [ExpectedAgent, TreeThread]> = [];
    const taken = new Set<unknown>();
    for (const { agent, thread } of candidates.sort((a, b) => b.rank - a.rank)) {
      if (taken.has(agent) || taken.has(thread)) continue;
      taken.add(agent).add(thread);
      pairs.push([agent, thread]);
    }
    return pairs;
  }

  /** An agent with a second task may be shown as two. */
  #addSecondPart(agent: ExpectedAgent): void {
    const used = new Set([...this.#threadsOf.values()].flat());
    for (const thread of this.#tree.threads.filter((one) => one.type === "agent" && !used.has(one))) {
      const open = agent.blocks.filter((block) => !this.#shownOf.has(block));
      const own = this.#itemsIn(thread);
      if (!open.some((block) => own.some((item) => this.#fits(block, item)))) continue;
      this.#assign(open, own);
      this.#threadsOf.set(agent, [...(this.#threadsOf.get(agent) ?? []), thread]);
    }
  }

  /** Blocks that look alike are found in the order in which they are shown. */
  #assign(blocks: readonly Block[], items: readonly ShownPart[]): void {
    let last = -1;
    for (const block of blocks) {
      const known = this.#shownOf.get(block);
      const free = known ? [known] : items.filter((item) => this.#isFree(block, item) && this.#fits(block, item));
      // Blocks of one message stand in one place.
      const isNext = ({ index }: ShownPart, isTaken: boolean) => index > last || (index === last && isTaken);
      const item = free.find((one) => isNext(one, this.#blockOf.has(one))) ?? free[0];
      if (item === undefined) continue;
      this.#shownOf.set(block, item);
      if (!this.#blockOf.has(item)) this.#blockOf.set(item, block);
      if (item.kind !== "result") last = Math.max(item.index, known ? last : -1);
    }
  }

  #isFree(block: Block, item: ShownPart): boolean {
    const other = this.#blockOf.get(item);
    return other === undefined || isShared(block, other);
  }

  #findRepeats(all: readonly Block[]): Array<readonly [ShownPart, Block]> {
    const repeatable = new Map<TreeThread, readonly string[]>();
    for (const [{ mayRepeat = [] }, threads] of this.#threadsOf)
      for (const one of threads) repeatable.set(one, mayRepeat);
    const strong = all.filter(({ kind, onDisk, wrapped }) => onDisk !== false && !wrapped && strongKinds.has(kind));
    return this.#tree.items.flatMap((item) => {
      const agent = this.#inAgent.get(item);
      if (this.#blockOf.has(item) || item.kind === "client" || (agent && repeatable.get(agent)?.includes(item.id)))
        return [];
      const block = strong.find((one) => this.#fits(one, item));
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
export function callOf({ node, inCall }: TreeThread): string | undefined {
  const { from } = node as { from?: { toolUseId?: unknown } | null };
  return typeof from?.toolUseId === "string" ? from.toolUseId : inCall;
}

function fit(block: Block, item: ShownPart, words: string): boolean {
  const text = comparable(block.text ?? "");
  const isClient = item.kind === "said" || item.kind === "client" || item.kind === "other";
  const isSame = words === text || (block.wrapped === true && words.includes(text));
  switch (block.kind) {
    case "prompt":
      return item.kind === "said" && isSame;
    case "text":
      return item.kind === "text" && isSame;
    case "thinking":
      return item.kind === "thinking" && isSame;
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
