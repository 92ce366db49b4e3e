import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/** An entry with several children on its line, which is known to be no true fork. */
export interface Fork {
  readonly at: Entry;
  /** By (time, path, line). */
  readonly children: readonly Entry[];
  readonly facts: Facts;
}

/** How the sides of a fork become one line. */
export type Verdict =
  /** Tell these sides whole, in this order, then go on there. */
  | { readonly inline: readonly Entry[]; readonly next?: Entry | undefined }
  /** Several sides go on: one order by (time, path, line), parents first. */
  | { readonly merge: readonly Entry[] };

/** Names a fork that is not true, and says in which order its sides are told. */
export interface ForkRule {
  readonly name: string;
  judge: (fork: Fork) => Verdict | undefined;
}
