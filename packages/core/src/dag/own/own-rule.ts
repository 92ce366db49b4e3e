import type { Bookkeeping, Entry } from "../../entry/entry.ts";
import type { Report } from "../../report.ts";
import type { AgentInfo } from "../dag.ts";

/** A set of entries that form a thread of their own. */
export interface Claim {
  /** Entries of the file. */
  readonly entries: readonly Entry[];
  /** Added to the path to make the id of the thread; empty for the main thread of the file. */
  readonly suffix: string;
  /** The id that the session is shown under. */
  readonly sessionId: string;
  /** Set if the thread is the transcript of an agent. */
  readonly agent?: AgentInfo | undefined;
}

/** What an own rule can look at. */
export interface OwnView {
  /** The entries of one file, in line order, without copies. */
  readonly entries: readonly Entry[];
  /** The path of the file. */
  readonly path: string;
  /** The recorded parent of an entry, in any file. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  /** Sidecar files by path, parsed. */
  readonly sidecars: ReadonlyMap<string, unknown>;
}

/** Decides which entries of a file form a thread. Entries that no rule claims belong to the main thread of the file. */
export interface OwnRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param view the entries of one file.
   * @returns sets of entries, each a thread. An entry belongs to the first claim that holds it.
   */
  claim: (view: OwnView) => Iterable<Claim>;
}

/** What an owner rule can look at. */
export interface OwnerView {
  /** Every entry, copies included, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Every record without a uuid, in the order of (path, line). */
  readonly bookkeeping: readonly Bookkeeping[];
  /** The file that the user named, and whether it must be shown whole; absent if none was. */
  readonly named?: { readonly path: string; readonly isWhole: boolean } | undefined;
  /** Takes messages (default: they are dropped). */
  readonly report?: Report | undefined;
}

/** The owner of a uuid, and the evidence that decided. */
export interface Ownership {
  /** One of the candidates. */
  readonly owner: Entry;
  /** The evidence, in a few words. */
  readonly because: string;
}

/**
 * Decides which of several files owns an entry. The first rule that returns an owner decides; if none does, the file
 * name decides.
 */
export interface OwnerRule {
  /** Its name, in kebab case. */
  readonly name: string;
  /**
   * @param candidates entries with the same uuid, one for each file; at least two.
   * @param view the records of all files.
   * @returns the owner; `undefined` if this rule cannot decide.
   */
  choose: (candidates: readonly Entry[], view: OwnerView) => Ownership | undefined;
}
