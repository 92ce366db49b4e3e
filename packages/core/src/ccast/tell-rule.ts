import type { Born, Root } from "@ccdag/ccast";

/** What a tell rule may ask. */
export interface TellView {
  /** The finished tree. */
  readonly tree: Root;
  /** Its agents, each with the call that bore it. */
  readonly agents: readonly Born[];
}

/**
 * Looks at the finished tree, and notes on its nodes what is concluded from their words: that two say the same, that
 * one is only a receipt. It may add fields, and must not add, move or remove nodes.
 */
export interface TellRule {
  readonly name: string;
  tell: (view: TellView) => void;
}
