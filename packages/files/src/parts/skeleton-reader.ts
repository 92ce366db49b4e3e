import { preservedUuids, type TranscriptRecord } from "@ccdag/core";
import { IdList, IdTable } from "./ids.ts";
import { field, type FieldSpans } from "./scan.ts";

/** The part of a skeleton that comes from records. */
export interface RecordFacts {
  readonly uuids: Uint32Array;
  readonly references: Uint32Array;
  readonly messages: Uint32Array;
  readonly sessions: Set<string>;
  readonly agents: Set<string>;
  readonly isSession: boolean;
  readonly isDamaged: boolean;
  readonly time: number | undefined;
}

const references = [field.parentUuid, field.logicalParentUuid, field.leafUuid] as const;
const names = [...references, field.uuid, field.sessionId, field.agentId, field.messageId] as const;

/** Collects what the records of one file name. */
export class SkeletonReader {
  readonly #text: string;
  readonly #uuids = new IdList();
  readonly #references = new IdList();
  readonly #messages = new IdList();
  readonly #sessions = new Set<string>();
  readonly #agents = new Set<string>();
  #isSession = false;
  #isDamaged = false;
  #time: number | undefined;
  /** Nearly every line has the session of the line before it. */
  #lastSession = "";

  /** @param text the file, a character for each byte. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Add a scanned record; returns `false`, and adds nothing, if it has to be parsed. */
  addSpans(spans: FieldSpans): boolean {
    const isWrapped = spans[field.raw + 1] !== 0 && spans[field.uuid + 1] === 0;
    if (isWrapped || spans[field.compactMetadata + 1] !== 0) return false;
    for (const name of names) if (!isPlain(this.#text, spans[name]!, spans[name + 1]!)) return false;
    const isAgent = isText(this.#text, spans[field.agentId]!, spans[field.agentId + 1]!);
    const isSide =
      isAgent || (spans[field.isSidechain + 1] !== 0 && this.#text.startsWith("true", spans[field.isSidechain]));
    // The first record of a session is parsed: what only looks like one makes no session.
    if (!this.#isSession && !isSide && isText(this.#text, spans[field.uuid]!, spans[field.uuid + 1]!)) return false;
    const [from, to] = [spans[field.timestamp]!, spans[field.timestamp + 1]!];
    if (this.#time === undefined && to - from < 40 && isText(this.#text, from, to))
      this.#addTime(Date.parse(this.#text.slice(from + 1, to - 1)));
    this.#addId(this.#uuids, spans, field.uuid);
    for (const name of references) this.#addId(this.#references, spans, name);
    this.#addId(this.#messages, spans, field.messageId);
    this.#addSession(spans[field.sessionId]!, spans[field.sessionId + 1]!);
    if (isAgent) this.#agents.add(this.#text.slice(spans[field.agentId]! + 1, spans[field.agentId + 1]! - 1));
    return true;
  }

  /** Add a record that was parsed. */
  addRecord(record: TranscriptRecord): void {
    if (record.form === "malformed") {
      this.#isDamaged = true;
      return;
    }
    const { raw, sessionId } = record;
    if (sessionId !== "") this.#sessions.add(sessionId);
    addText(this.#references, raw["leafUuid"]);
    if (record.form === "bookkeeping") return;
    this.#addTime(record.timestamp);
    addText(this.#uuids, record.uuid);
    for (const uuid of [record.parentUuid, record.logicalParentUuid, ...preservedUuids(record)])
      addText(this.#references, uuid);
    addText(this.#messages, record.message?.id);
    if (record.agentId !== undefined) this.#agents.add(record.agentId);
    else if (record.uuid !== undefined && !record.isSidechain) this.#isSession = true;
  }

  /** What was found. References to uuids that the file holds itself are dropped. */
  end(): RecordFacts {
    const own = new IdTable(this.#uuids.size);
    this.#uuids.forEach((one, other) => own.add(one, other, 0));
    const open = new IdList();
    this.#references.forEach((one, other) => {
      if (own.get(one, other) === -1) open.addHash(one, other);
    });
    return {
      uuids: this.#uuids.toArray(),
      references: open.toArray(),
      messages: this.#messages.toArray(),
      sessions: this.#sessions,
      agents: this.#agents,
      isSession: this.#isSession,
      isDamaged: this.#isDamaged,
      time: this.#time,
    };
  }

  #addId(list: IdList, spans: FieldSpans, name: number): void {
    const [from, to] = [spans[name]!, spans[name + 1]!];
    if (isText(this.#text, from, to)) list.addSpan(this.#text, from + 1, to - 1);
  }

  #addTime(time: number): void {
    if (!Number.isNaN(time)) this.#time ??= time;
  }

  #addSession(from: number, to: number): void {
    const length = to - from - 2;
    if (length <= 0 || this.#text.charCodeAt(from) !== quote) return;
    if (length === this.#lastSession.length && this.#text.startsWith(this.#lastSession, from + 1)) return;
    this.#lastSession = this.#text.slice(from + 1, to - 1);
    this.#sessions.add(this.#lastSession);
  }
}

function addText(list: IdList, id: unknown): void {
  if (typeof id === "string" && id !== "") list.addText(id);
}

const quote = 0x22;
const backslash = 0x5c;

/** Whether a value is a string that is not empty. */
function isText(text: string, from: number, to: number): boolean {
  return to - from > 2 && text.charCodeAt(from) === quote;
}

/** Whether a value has the characters that its bytes show: no escape, only ASCII. */
function isPlain(text: string, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) return false;
    all |= code;
  }
  return all <= 0x7f;
}
