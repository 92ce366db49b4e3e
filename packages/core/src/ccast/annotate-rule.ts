import type { SpawnedAgent, Root } from "@ccdag/ccast";

/** What an annotate rule can look at. */
interface AnnotateView {
  /** The finished tree. */
  readonly tree: Root;
  /** Its agents, each with the tool call that spawned it. */
  readonly agents: readonly SpawnedAgent[];
}

/**
 * Marks nodes of the finished tree, for example those that repeat the text of another node, or that are only a receipt.
 * It may add fields. It must not add, move or remove nodes.
 */
export interface AnnotateRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /** @param view the tree, whose nodes the rule changes, and its agents. */
  annotate: (view: AnnotateView) => void;
}
