import type { Entry } from "../entry/entry.ts";
import type { AgentInfo, LineInfo } from "./dag.ts";

/** A line that hangs on nothing yet. */
export interface OpenLine {
  readonly info: LineInfo;
  /** Its entries, in the order of (path, line). */
  readonly entries: readonly Entry[];
  /** Its first entry whose parent is not on the line. */
  readonly root: Entry;
}

/** Where a line was born. */
export interface Link {
  readonly line: LineInfo;
  /** The entry that it hangs on: the result of the call, or the call itself while it has none. */
  readonly parent: Entry;
  readonly toolUseId?: string | undefined;
  readonly because: string;
  /** What the rule learned of the agent. */
  readonly agent?: Partial<AgentInfo> | undefined;
  /** Set where another line would have fitted as well. */
  readonly isAmbiguous?: true | undefined;
}

/** What a link rule may ask. */
export interface LinkView {
  /** Every entry that is no copy, in the order of (path, line). */
  readonly entries: readonly Entry[];
  readonly lineOf: (entry: Entry) => LineInfo;
  readonly parentOf: (entry: Entry) => Entry | undefined;
  readonly sidecars: ReadonlyMap<string, unknown>;
  readonly compare: (a: Entry, b: Entry) => number;
}

/** Gives a parent to lines that have none. Rules are asked in order, each with the lines that are still open. */
export interface LinkRule {
  readonly name: string;
  link: (open: readonly OpenLine[], view: LinkView) => Iterable<Link>;
}
