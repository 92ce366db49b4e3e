import type { Bookkeeping, Entry } from "../../entry/entry.ts";
import type { Report } from "../../report.ts";
import type { AgentInfo } from "../dag.ts";

/** A set of entries that form a line of their own. */
export interface Claim {
  readonly entries: readonly Entry[];
  /** Set apart from the other lines of the file by this suffix; empty for the file's own line. */
  readonly suffix: string;
  /** Shown as the session's id. */
  readonly sessionId: string;
  readonly agent?: AgentInfo | undefined;
}

/** What an own rule may ask. */
export interface OwnView {
  /** The entries of one file, in line order, without copies. */
  readonly entries: readonly Entry[];
  readonly path: string;
  /** The entry that is recorded as parent, in any file. */
  readonly parentOf: (entry: Entry) => Entry | undefined;
  readonly sidecars: ReadonlyMap<string, unknown>;
}

/** Decides which entries of a file form a line. What no rule claims belongs to the file (file-session). */
export interface OwnRule {
  readonly name: string;
  claim: (view: OwnView) => Iterable<Claim>;
}

/** What an owner rule may ask of the files. */
export interface OwnerView {
  readonly entries: readonly Entry[];
  readonly bookkeeping: readonly Bookkeeping[];
  /** Takes messages (default: they are dropped). */
  readonly report?: Report | undefined;
}

/** The owner of a uuid, and the evidence that decided. */
export interface Ownership {
  readonly owner: Entry;
  readonly because: string;
}

/** Decides which of several files owns an entry. The first rule that answers decides; else the name of the file does. */
export interface OwnerRule {
  readonly name: string;
  /**
   * @param candidates entries with one uuid, one for each file; two at least.
   * @param view the files.
   */
  choose: (candidates: readonly Entry[], view: OwnerView) => Ownership | undefined;
}
