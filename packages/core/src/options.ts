import type { VFileMessage } from "vfile-message";
import type { DedupeRule } from "./dag/dedupe/rule.ts";
import type { LinkRule } from "./dag/link.ts";
import type { OwnRule } from "./dag/own/rule.ts";
import type { ForkRule } from "./line/fork/rule.ts";

/** Takes a message about the data. Nothing in a package writes to the console. */
export type Report = (message: VFileMessage) => void;

/** What extends the reading wing. Rules of an extension are asked before the rules that core has. */
export interface Extension {
  /** Which entries are copies of which. */
  readonly dedupe?: readonly DedupeRule[] | undefined;
  /** Which line an entry belongs to (default: the file). */
  readonly own?: readonly OwnRule[] | undefined;
  /** Where a line without a parent was born. */
  readonly link?: readonly LinkRule[] | undefined;
  /** How a fork that is not true is told. */
  readonly fork?: readonly ForkRule[] | undefined;
}

/** Options that every stage of the reading wing takes. */
export interface Options {
  /** Takes messages (default: they are dropped). */
  report?: Report | undefined;
  extensions?: readonly Extension[] | undefined;
  /** Sidecar files by path, parsed: evidence for link rules (default: none). */
  sidecars?: ReadonlyMap<string, unknown> | undefined;
}
