import type { Entry, Bookkeeping, Malformed } from "../entry/entry.ts";

/** A record that can be looked up: its file and line, and what it is known by. */
export interface RecordAddress {
  readonly path: string;
  readonly line: number;
  /** The uuid, or `<path>:<line>` of a record without one. */
  readonly id: string;
}

/**
 * What a statement says of a record. Its evidence, in the order in which it is given:
 *
 * - `copy-of`: it is folded into the evidence, which tells it.
 * - `copied-at`: the evidence is folded into it.
 * - `repeats`: one of its blocks is told by the evidence.
 * - `in-thread`: the line that tells it; `detail` is the session, `agentId` the agent. No evidence.
 * - `owned`: its file owns it, of several; the evidence are the others.
 * - `child-of`: its recorded parent is the evidence.
 * - `child-of-original`: its recorded parent is the first piece of evidence, a copy of the second.
 * - `linked`: a link rule found that it hangs on the evidence; `detail` is the call that bore it, where one did.
 * - `spawned`: an agent, `agentId`, was born here, or is told from here; the evidence is its first entry. `detail` is
 *   `missing` where it has no transcript: then there is no evidence.
 * - `missing`: its recorded parent, `detail`, is in no file. No evidence.
 * - `cut`: the circle of its parents was cut above it; the evidence is the recorded parent.
 * - `begins`: it has no recorded parent; `detail` is the known shape of such a root, where it has one. No evidence.
 * - `placed`: it stands after the evidence, at its own position in the file.
 * - `in-branch`: it is in a branch that begins with the first piece of evidence and leaves from the second, if any;
 *   `detail` is `active` where the person went on in it.
 * - `in-side`: it is told with one side of a turn; the evidence is the entry that forks, and the beginning of the side.
 * - `forks`: it has several children; the evidence are the first entries of the sides.
 * - `chosen`: the evidence are the prompts that compete below it.
 * - `resumed`: the session was taken up again here, beside the evidence.
 * - `bookkeeping`: it has no uuid, and stands after the evidence, or at the head of its file.
 * - `spoken`: the same, and its words are in no other record.
 * - `evidence`: it stands in no conversation.
 * - `malformed`: it is no JSON object.
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
  readonly says: Says;
  /** The rule that concluded it; absent where it is as recorded. */
  readonly rule?: string | undefined;
  /** What the rule found, in a few words. */
  readonly because?: string | undefined;
  readonly detail?: string | undefined;
  readonly agentId?: string | undefined;
  readonly evidence: readonly RecordAddress[];
}

/** Everything that was concluded about one line of a file. */
export interface Explanation extends RecordAddress {
  /** Its type, with its subtype or flavour after a slash. */
  readonly kind: string;
  /** Position on the line that tells it, from 1, and the length of that line. */
  readonly position?: readonly [number, number] | undefined;
  readonly statements: readonly Statement[];
}

/** Where a record stands. */
export function addressOf(record: Entry | Bookkeeping | Malformed): RecordAddress {
  const { path, line } = record.location;
  const uuid = record.form === "entry" ? record.uuid : undefined;
  return { path, line, id: uuid ?? `${path}:${line}` };
}

/** The type of a record as it is shown. */
export function kindOf(record: Entry | Bookkeeping | Malformed): string {
  if (record.form === "malformed") return "malformed";
  const detail = record.form === "entry" ? (record.subtype ?? record.userKind) : record.subtype;
  return [record.type, detail].filter(Boolean).join("/");
}
