import type { BranchRule } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/** An entry with several children in its thread that is not a true fork. */
export interface Fork {
  /** The entry that forks. */
  readonly at: Entry;
  /** By (time, path, line). */
  readonly children: readonly Entry[];
  /** Facts about the entries below each entry. */
  readonly facts: Facts;
}

/** Sides that are laid out whole, and the side that continues. */
export interface Inline {
  /** The first entries of the sides that are laid out whole, in this order. */
  readonly inline: readonly Entry[];
  /** The first entry of the side with which the thread continues; absent if it ends here. */
  readonly next?: Entry | undefined;
}

/**
 * How the sides of a fork become one thread. A side is laid out up to its first prompt; the thread continues from
 * there.
 */
export type Verdict =
  /** Lay out these sides whole, in this order, then continue with `next`. */
  | Inline
  /** Several sides continue: merge them by (time, path, line), parents first. */
  | { readonly merge: readonly Entry[] }
  /** One side after another, each with its prompts and forks. */
  | { readonly sequence: readonly Entry[] };

/** Names a fork that is not true, and decides the order of its sides. */
export interface ForkRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param fork the entry that forks, its children, and facts about them.
   * @returns how the sides are laid out; `undefined` if the fork has another shape. The first rule that returns a
   *   verdict decides.
   */
  judge: (fork: Fork) => Verdict | undefined;
}

/** A true fork: several branches that begin below one entry, or without a parent. */
export interface TrueFork {
  /** The entry that forks; `undefined` if the alternatives have no parent. */
  readonly at: Entry | undefined;
  /** The first entry of each side, by (time, path, line). */
  readonly starts: readonly Entry[];
  /** Facts about the entries below each entry. */
  readonly facts: Facts;
}

/** Decides which sides of a true fork are of a kind. Each side is of the first kind whose rule takes it. */
export interface KindRule {
  /** The kind, which is also the `rule` of the branch in ccast. */
  readonly name: BranchRule;
  /**
   * @param fork the entry that forks, and its sides.
   * @returns the first entries of the sides that are of this kind.
   */
  take: (fork: TrueFork) => readonly Entry[];
}
