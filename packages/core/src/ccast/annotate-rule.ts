import type { SpawnedAgent, Root } from "@ccdag/ccast";

/** What a tell rule may ask. */
export interface AnnotateView {
  /** The finished tree. */
  readonly tree: Root;
  /** Its agents, each with the call that bore it. */
  readonly agents: readonly SpawnedAgent[];
}

/**
 * Looks at the finished tree, and notes on its nodes what is concluded from their words: that two say the same, that
 * one is only a receipt. It may add fields, and must not add, move or remove nodes.
 */
export interface AnnotateRule {
  readonly name: string;
  annotate: (view: AnnotateView) => void;
}
