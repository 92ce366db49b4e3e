import { locationId } from "@ccdag/ccast";
import type { Entry, Bookkeeping, Malformed } from "../entry/entry.ts";

/** The address of a record. */
export interface RecordAddress {
  /** The path of the file. */
  readonly path: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The uuid, or `<path>:<line>` of a record without one. */
  readonly id: string;
}

/**
 * What a statement says about a record, with its evidence in order:
 *
 * - `copy-of`: it is a copy, folded into the evidence.
 * - `copied-at`: the evidence is folded into it.
 * - `repeats`: one of its blocks repeats a block of the evidence; `detail` is the index of the block.
 * - `in-thread`: its thread; `detail` is the session, `agentId` the agent. No evidence.
 * - `owned`: several files hold it and its file owns it; the evidence is the other records.
 * - `child-of`: its recorded parent is the evidence.
 * - `child-of-original`: its recorded parent is the first piece of evidence, a copy of the second.
 * - `linked`: a link rule made the evidence its parent; `detail` is the tool call that spawned it, if one is known.
 * - `spawned`: it spawned the agent `agentId`; the evidence is the first entry of the agent. If the agent has no
 *   transcript, `detail` is `missing` and there is no evidence.
 * - `missing`: its recorded parent, `detail`, is in no file. No evidence.
 * - `cut`: the cycle of its parents was cut above it; the evidence is the recorded parent.
 * - `begins`: it has no recorded parent; `detail` is the known shape of such a root, if it has one. No evidence.
 * - `placed`: it was placed after the evidence, at its own position in the file.
 * - `in-branch`: it is in a branch that begins with the first piece of evidence and leaves from the second, if any;
 *   `detail` is `active` if the user continued in it.
 * - `in-side`: it is in one side of a turn; the evidence is the entry that forks, and the first entry of the side.
 * - `forks`: it has several children; the evidence is the first entry of each side.
 * - `chosen`: the evidence is the prompts that compete below it.
 * - `resumed`: the session was resumed here; the evidence is the entry above.
 * - `bookkeeping`: it has no uuid, and is placed after the evidence, or at the beginning of its file.
 * - `spoken`: the same, and it becomes a message, because no entry repeats its text.
 * - `evidence`: it is in no thread, only in the account.
 * - `malformed`: its line holds no JSON object.
 */
export type Says =
  | "copy-of"
  | "copied-at"
  | "repeats"
  | "in-thread"
  | "owned"
  | "child-of"
  | "child-of-original"
  | "linked"
  | "spawned"
  | "missing"
  | "cut"
  | "begins"
  | "placed"
  | "in-branch"
  | "in-side"
  | "forks"
  | "chosen"
  | "resumed"
  | "bookkeeping"
  | "spoken"
  | "evidence"
  | "malformed";

/** One conclusion about a record. */
export interface Statement {
  /** What it says; this also determines the evidence. */
  readonly says: Says;
  /** The rule that concluded it; absent if it is as recorded. */
  readonly rule?: string | undefined;
  /** The evidence that the rule found, in a few words. */
  readonly because?: string | undefined;
  /** One more value: see {@link Says}. */
  readonly detail?: string | undefined;
  /** The agent that the statement is about. */
  readonly agentId?: string | undefined;
  /** The other records that the statement is about. */
  readonly evidence: readonly RecordAddress[];
}

/** Every conclusion about one record. */
export interface Explanation extends RecordAddress {
  /** Its type, with its subtype or user entry kind after a slash. */
  readonly kind: string;
  /** Position in its thread, from 1, and the number of entries of that thread. */
  readonly position?: readonly [number, number] | undefined;
  /** The conclusions. */
  readonly statements: readonly Statement[];
}

/** The address of a record. */
export function addressOf(record: Entry | Bookkeeping | Malformed): RecordAddress {
  const { path, line } = record.location;
  const uuid = record.form === "entry" ? record.uuid : undefined;
  return { path, line, id: uuid ?? locationId(record.location) };
}

/** The type of a record as it is shown. */
export function kindOf(record: Entry | Bookkeeping | Malformed): string {
  if (record.form === "malformed") return "malformed";
  const detail = record.form === "entry" ? (record.subtype ?? record.userKind) : record.subtype;
  return [record.type, detail].filter(Boolean).join("/");
}
