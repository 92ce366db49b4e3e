import type { Entry } from "../../entry/entry.ts";
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
