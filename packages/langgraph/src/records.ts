import type { Packed } from "./packed.ts";
import type { Changes } from "./state.ts";

/** A checkpoint as it is stored. */
export interface CheckpointRecord extends Changes {
  readonly kind: "checkpoint";
  readonly ns: string;
  readonly id: string;
  /** The checkpoint before, as the graph named it. */
  readonly parent?: string | undefined;
  /** The checkpoint without what its channels hold. */
  readonly checkpoint: Packed;
  readonly metadata: Packed;
}

/** What a task wrote before the next checkpoint, as it is stored. */
export interface WritesRecord {
  readonly kind: "writes";
  readonly task: string;
  readonly path: string;
  readonly writes: readonly (readonly [at: number, channel: string, value: Packed])[];
}

/** What the saver stores. */
export type SaverRecord = CheckpointRecord | WritesRecord;

/** A record as a message in the store's format. */
export function toMessage(record: SaverRecord): object {
  return { role: "assistant", parts: [{ type: "data", meta: { langgraph: record } }] };
}

/** The record of a message; absent if another program stored it. */
export function toRecord(message: object): SaverRecord | undefined {
  const { parts } = message as { readonly parts?: readonly { readonly meta?: { readonly langgraph?: SaverRecord } }[] };
  return parts?.[0]?.meta?.langgraph;
}
