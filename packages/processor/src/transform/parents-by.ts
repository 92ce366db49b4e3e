import type { Entry } from "@ccdag/core";
import { parentsIn } from "./parents.ts";
import type { Transcript } from "../transcript.ts";

/** Which parents count. */
export interface ParentPolicy {
  readonly compaction: "continue" | "root";
  /** Whether threads stand as a whole, one below the other; in a stream each entry stands by itself. */
  readonly isDepthFirst: boolean;
}

/** Finds the parent of an entry that counts. */
export function parentsBy(
  transcript: Transcript,
  { compaction, isDepthFirst }: ParentPolicy,
): (entry: Entry) => string | undefined {
  const inGraph = parentsIn(transcript.dag, compaction);
  const isPlaced = placedApart(transcript, isDepthFirst);
  return (entry) => {
    const parent = inGraph(entry);
    return parent === undefined || isPlaced(entry, parent) ? undefined : parent;
  };
}

/**
 * Returns whether an entry does not stand below its recorded parent: its thread became a root because sessions form a
 * cycle; or, in depth-first order, it was placed within its thread, and its parent is in a thread that this one does not
 * contain, which comes as a whole before or after.
 */
function placedApart({ dag, threads, sessions }: Transcript, isDepthFirst: boolean) {
  const trunks = new Map(threads.trunks.map((trunk) => [trunk.info.id, trunk]));
  return (entry: Entry, parent: string): boolean => {
    if (sessions.detached.has(entry)) return true;
    if (!isDepthFirst || threads.placed(entry.id) === undefined || !dag.entries.has(parent)) return false;
    const [own, other] = [dag.threadOf(entry.id), dag.threadOf(parent)];
    return own !== other && sessions.attachment(trunks.get(other)!)?.parent.info.id !== own;
  };
}
