import type { BranchRule } from "@ccdag/ccast";
import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/** An entry with several children on its line, which is known to be no true fork. */
export interface Fork {
  readonly at: Entry;
  /** By (time, path, line). */
  readonly children: readonly Entry[];
  readonly facts: Facts;
}

/** Sides that are told whole, and the one that goes on. */
export interface Inline {
  readonly inline: readonly Entry[];
  readonly next?: Entry | undefined;
}

/** How the sides of a fork become one line. A side is told up to its first prompt; from there the line goes on. */
export type Verdict =
  /** Tell these sides whole, in this order, then go on there. */
  | Inline
  /** Several sides go on: one order by (time, path, line), parents first. */
  | { readonly merge: readonly Entry[] }
  /** One side after another, each with its prompts and forks. */
  | { readonly sequence: readonly Entry[] };

/** Names a fork that is not true, and says in which order its sides are told. */
export interface ForkRule {
  readonly name: string;
  judge: (fork: Fork) => Verdict | undefined;
}

/** Several beginnings of a branch: below one entry, or without a parent. */
export interface TrueFork {
  /** Nothing for a second beginning. */
  readonly at: Entry | undefined;
  /** The first entry of each side, by (time, path, line). */
  readonly starts: readonly Entry[];
  readonly facts: Facts;
}

/** Says which sides of a true fork are of a kind. Each side is of the first kind that takes it. */
export interface KindRule {
  readonly name: BranchRule;
  /** The starts of the sides that it takes. */
  take: (fork: TrueFork) => readonly Entry[];
}
