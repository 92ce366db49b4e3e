import { createHash } from "node:crypto";
import { linesOfFile } from "./to-lines.ts";
import { isEvent, isItem, isUserItem, type RolloutLine, recordId } from "./line.ts";
import { parseLine } from "./parse-line.ts";
import { headerOf } from "./header.ts";
import { text } from "./values.ts";

/** A record of a rollout, as far as copies are found by it: no words are held. */
export interface Seen {
  readonly line: number;
  /** Its id in the graph: that of the original, if it is a copy. */
  readonly id: string;
  /** The thread that it was first written in. */
  readonly of: string;
  /** Equal for copies: type and payload, without what a client omits when it copies. */
  readonly key: string;
  readonly time: number;
  readonly ordinal: unknown;
  /** Whether a turn may begin with it: a message, or the event that says so. */
  readonly isStart: boolean;
  readonly isTurn: boolean;
  readonly isHeader: boolean;
  /** Whether something was said in it. */
  readonly isTalk: boolean;
}

/** A rollout that may begin with copies. */
export interface Copied {
  readonly records: readonly Seen[];
  readonly isAgent: boolean;
  /** The ordinal of the first record of its own, where it is recorded. */
  readonly ownStart: number | undefined;
}

/** A person needs at least this time between a rewind or a fork and the next prompt; copies are written at once. */
const pause = 1000;

/**
 * Read the records of a rollout.
 *
 * @param real its path.
 * @param segment the id of its segment; by default that of the thread.
 */
export async function readSeen(real: string, segment: string | undefined): Promise<Copied> {
  const records: Seen[] = [];
  let header = headerOf({});
  for await (const { bytes, line } of linesOfFile(real)) {
    const read = parseLine(bytes, line);
    if (read === undefined) continue;
    if (header.thread === "" && read.type === "session_meta") header = headerOf(read.payload);
    records.push(seen(read, line, segment ?? header.thread, header.thread));
  }
  return { records, isAgent: header.agent !== undefined, ownStart: header.ownStart };
}

function seen(read: RolloutLine, line: number, segment: string, thread: string): Seen {
  const { ordinal, timestamp } = read.raw;
  return {
    line,
    id: recordId(segment, ordinal, line),
    of: thread,
    key: keyOf(read),
    time: Date.parse(text(timestamp) ?? ""),
    ordinal,
    isStart: isUserItem(read) || isEvent(read, "task_started"),
    isTurn: isEvent(read, "task_started"),
    isHeader: read.type === "session_meta",
    isTalk: isSaid(read),
  };
}

/**
 * Find the records that a rollout has copied from its parent: in the order of the parent, from its second record on, until
 * one is no copy. A rewind (0.63) and a fork (0.130) copy every record, an agent only some.
 *
 * ```shape
 * parent  H1 P1 R1 P2 R2
 * rewind  H2 H1 P1 R1 P3 R3
 * ---
 * H1 P1 R1 ┬ P2 R2
 *          └ H2 P3 R3
 * ```
 *
 * A prompt that is typed again looks like a copy. It is written when the person has typed it, copies are written at once:
 * the beginning of a turn after a pause is no copy.
 *
 * @param child the rollout that begins with copies.
 * @param parent the records of its parent, in the order that they were written.
 * @returns the original of each copy, by the line of the copy; empty if nothing that was said is among them.
 */
export function matchCopies({ records, isAgent, ownStart }: Copied, parent: readonly Seen[]): Map<number, Seen> {
  const found = new Map<number, Seen>();
  const began = records[0]?.time ?? Number.NaN;
  let at = 0;
  let isTalk = false;
  for (const [index, record] of records.entries()) {
    if (index === 0) continue;
    if (ownStart !== undefined && Number(record.ordinal) >= ownStart) break;
    if (record.isStart && record.time - records[index - 1]!.time >= pause) break;
    let next = at;
    const isSkipped = (one: Seen) => isAgent || found.size === 0 || one.isHeader;
    while (next < parent.length && parent[next]!.key !== record.key && isSkipped(parent[next]!)) next++;
    const original = parent[next];
    // What the parent wrote later is no original.
    if (original === undefined || original.key !== record.key || original.time > began) {
      // An agent may have been asked something more; its own part begins with a turn of its own.
      if (ownStart !== undefined || record.isHeader || (isAgent && !record.isTurn)) continue;
      break;
    }
    found.set(record.line, original);
    isTalk ||= original.isTalk;
    at = next + 1;
  }
  return isTalk ? found : new Map<number, Seen>();
}

/**
 * The records with the ids of their originals.
 *
 * @param child the rollout.
 * @param copies what {@link matchCopies} has found.
 */
export function withOriginals({ records }: Copied, copies: ReadonlyMap<number, Seen>): Seen[] {
  return records.map((record) => {
    const original = copies.get(record.line);
    return original === undefined ? record : { ...record, id: original.id, of: original.of };
  });
}

function isSaid(read: RolloutLine): boolean {
  if (isItem(read)) return read.payload["role"] === "assistant" || read.kind.endsWith("_call") || isFromUser(read);
  return isEvent(read, "user_message", "agent_message") || read.item?.["type"] === "UserMessage";
}

function isFromUser(read: RolloutLine): boolean {
  const about = JSON.stringify(read.payload["internal_chat_message_metadata_passthrough"] ?? "");
  return isUserItem(read) && about.includes('"provenance":{"type":"user"');
}

/** Fields that say nothing, and the instructions, are not always copied. */
function keyOf({ type, payload }: RolloutLine): string {
  const said = JSON.stringify(payload, (name, value: unknown) => {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty || name === "base_instructions" || name === "instructions" ? undefined : value;
  });
  return createHash("sha1").update(`${type}\n${said}`).digest("base64");
}
