import type { FlowContent, Message, ToolCall } from "@ccdag/ccast";
import type { Entry } from "../entry/entry.ts";
import type { Rulebook } from "../rulebook.ts";

/** A tool call, and the message that holds it. */
export interface Caller {
  /** The message. */
  readonly message: Message;
  /** The call. */
  readonly call: ToolCall;
  /** Its position among the children of the message. */
  readonly index: number;
  /** The entry that holds it. */
  readonly entry: Entry;
}

/** The nodes of a thread. */
export interface BuiltThread {
  /** The nodes, in order. */
  readonly nodes: FlowContent[];
  /** The node that holds each entry. */
  readonly nodeOf: ReadonlyMap<Entry, FlowContent>;
  /** Tool calls by id. An id may repeat. */
  readonly callers: ReadonlyMap<string, readonly Caller[]>;
}

/** The part of the read options that building nodes needs. */
export interface BuildOptions {
  /** The hook rules. */
  readonly rules: Pick<Rulebook, "hook">;
  /** Sidecar files by path, with large tool outputs (default: none). */
  readonly sidecars?: ReadonlyMap<string, unknown> | undefined;
}
