import type { Agent } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { AgentSlot } from "../types.ts";

/** What takes the place of a slot. */
export interface SlotContent {
  /** Blocks that are put there at once. */
  readonly blocks: readonly BlockContent[];
  /** Where the conversation goes when it is rendered: into a separate list, or to the end of one of the blocks. */
  readonly sink?: BlockContent[] | undefined;
}

/** A slot whose conversation goes into the list that holds the slot. */
interface OpenSlot {
  readonly list: BlockContent[];
  readonly slot: AgentSlot;
  readonly sink: BlockContent[];
}

/** The slots of a document. Handlers return slots; the driver fills them when it renders the conversation. */
export class AgentSlots {
  readonly #sinks = new Map<Agent, BlockContent[] | undefined>();
  readonly #open: OpenSlot[] = [];
  /** Agents whose conversation is rendered later, into their slot. */
  readonly #awaited = new Set<Agent>();

  /** Whether a slot was left for an agent. */
  has(agent: Agent): boolean {
    return this.#sinks.has(agent);
  }

  /** Where the conversation of an agent goes; absent where its slot holds no conversation. */
  sinkOf(agent: Agent): BlockContent[] | undefined {
    return this.#sinks.get(agent);
  }

  /** The same, for a conversation that is rendered now. */
  fill(agent: Agent): BlockContent[] {
    this.#awaited.delete(agent);
    return this.#sinks.get(agent)!;
  }

  /** Whether every slot is filled that waits for a conversation. */
  get isFilled(): boolean {
    return this.#awaited.size === 0;
  }

  /**
   * Take over the slots in what a handler returned.
   *
   * @param blocks the blocks; slots in them, however deep, are replaced.
   * @param contentOf what takes the place of a slot. `isOwn` is false for a slot outside of sections.
   */
  take(blocks: BlockContent[], contentOf: (agent: Agent, isOwn: boolean) => SlotContent): void {
    const stack: BlockContent[][] = [blocks];
    for (let list = stack.pop(); list; list = stack.pop()) {
      if (list.some(({ type }) => type === "agentSlot")) this.#takeFrom(list, list !== blocks, contentOf);
      for (const block of list) if ("children" in block) stack.push(block.children as BlockContent[]);
    }
  }

  #takeFrom(
    list: BlockContent[],
    isInSection: boolean,
    contentOf: (agent: Agent, isOwn: boolean) => SlotContent,
  ): void {
    const found = list.splice(0);
    for (const block of found) {
      if (block.type !== "agentSlot") {
        list.push(block);
        continue;
      }
      const isOwn = block.isOwn && isInSection;
      const { blocks, sink } = contentOf(block.agent, isOwn);
      this.#sinks.set(block.agent, sink);
      if (sink !== undefined) this.#awaited.add(block.agent);
      for (const one of blocks) list.push(one);
      if (isOwn && sink !== undefined) {
        list.push(block);
        this.#open.push({ list, slot: block, sink });
      }
    }
  }

  /** Put the conversations where their slots are, once they are rendered. */
  close(): void {
    for (const { list, slot, sink } of this.#open.splice(0)) {
      const after = list.splice(list.indexOf(slot)).slice(1);
      for (const block of sink) list.push(block);
      for (const block of after) list.push(block);
    }
  }
}
