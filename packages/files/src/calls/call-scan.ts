import { isObject, type JsonObject, objectOn } from "@ccdag/core";
import { usageMark } from "./usage-mark.ts";

/** An API call as its answer records it. */
export interface RecordedCall {
  /** When its answer began, in milliseconds since 1970. */
  readonly time: number;
  readonly model: string | undefined;
  /** As recorded: that of the last part of the answer. */
  readonly usage: JsonObject;
}

/** What the lines of transcripts say about API calls. */
export interface ScannedCalls {
  readonly calls: readonly RecordedCall[];
  /** The working directories of the answers. */
  readonly cwds: ReadonlySet<string>;
  /** Whether each time is that of the tree to the millisecond; else of some calls another part may be the first one. */
  readonly isExact: boolean;
  /** The full quarters of an hour, in milliseconds since 1970, at which a call was running whose time is not certain. */
  readonly quarters: readonly number[];
}

/** A call, while more of its parts may come. */
interface OpenCall {
  readonly time: number;
  readonly model: string | undefined;
  readonly file: number;
  /** The id of its request; older clients and some gateways have none. */
  readonly request: string | undefined;
  usage: JsonObject;
  readonly uuids: string[];
  /** The contents of its parts, until another call begins; then nobody compares them any more. */
  contents: unknown[] | undefined;
  isCounted: "equally" | "ever more" | "differently";
  readonly times: { min: number; max: number };
}

/** A line with usage. */
interface AnswerPart {
  readonly uuid: string;
  readonly parent: unknown;
  /** The id of its API message. */
  readonly id: string;
  readonly request: string | undefined;
  readonly model: string | undefined;
  readonly time: number;
  readonly usage: JsonObject;
  readonly content: unknown;
  /** Whether the line before it is the last part of the open call. */
  readonly isNext: boolean;
}

const escapedUsageMark = Buffer.from('usage\\"');

/** A quarter of an hour in milliseconds: days begin with a full one, whatever the time zone. */
export const quarterMs = 900_000;

/** A call whose parts are further apart is none. */
const longestMs = 24 * 3_600_000;

/**
 * Finds the API calls of a session in the lines that record usage, as the tree of its files would count them: each once, with the
 * counts of its last part and the time of its first. Nothing has to be joined for that, as long as no line is odd. Where one is,
 * the tree must answer: its reason is a rule that a scan does not know.
 */
export class CallScan {
  /** The first reason why the tree must answer; absent if these are its calls. */
  needsTree: string | undefined;
  readonly #session: string;
  /** By the ids of their messages. */
  readonly #calls = new Map<string, OpenCall>();
  readonly #uuids = new Set<string>();
  /** The id of the message of each thought, by the end of its signature. */
  readonly #callOfThought = new Map<string, string>();
  readonly #inProgress = new Set<string>();
  readonly #cwds = new Set<string>();
  #file = 0;
  #open: OpenCall | undefined;
  /** Where the last line ended that was a part of the open call. */
  #end = -1;

  /** @param session the id of the session, which all answers must have. */
  constructor(session: string) {
    this.#session = session;
  }

  /**
   * Add a transcript.
   *
   * @param bytes the transcript of the session, or of one of its agents.
   */
  add(bytes: Buffer): void {
    this.#file++;
    this.#open = undefined;
    this.#end = -1;
    if (hasWrapped(bytes)) this.#odd("a record in a field of another one");
    for (let found = bytes.indexOf(usageMark); found !== -1 && this.needsTree === undefined;) {
      const from = bytes.lastIndexOf(10, found) + 1;
      const next = bytes.indexOf(10, found);
      const to = next === -1 ? bytes.length : next;
      if (this.#addLine(bytes.toString("utf8", from, to), this.#end === from - 1)) this.#end = to;
      found = bytes.indexOf(usageMark, to);
    }
  }

  /** What was found; of no meaning if the tree must answer. */
  end(): ScannedCalls {
    const progressed = [...this.#inProgress].some((id) => !this.#calls.has(id));
    if (progressed) this.#odd("a call that only progress records hold");
    const calls = Array.from(this.#calls.values(), ({ time, model, usage }) => ({ time, model, usage }));
    const spans = Array.from(this.#calls.values(), ({ times }) => times).filter(({ min, max }) => min < max);
    const quarters = new Set(spans.flatMap(quartersIn));
    return { calls, cwds: this.#cwds, isExact: spans.length === 0, quarters: [...quarters] };
  }

  #odd(reason: string): false {
    this.needsTree ??= reason;
    return false;
  }

  /** Add a line; whether it is a part of an answer. */
  #addLine(text: string, isNext: boolean): boolean {
    const record = objectOn(text);
    if (record === undefined) return this.#odd("a damaged line");
    if (record["raw"] !== undefined) return this.#odd("a record in a field of another one");
    const { type, uuid, parentUuid: parent, message } = record;
    if (type === "progress") this.#addProgress(record);
    const { id, model, usage, content } = isObject(message) ? message : {};
    if (!isObject(usage)) return false;
    if (type !== "assistant") return this.#odd("usage of a record that is no answer");
    if (model === "<synthetic>") return false;
    if (!isText(uuid) || !isText(id)) return this.#odd("an answer without an id");
    if (record["sessionId"] !== this.#session) return this.#odd("an answer of another session");
    const time = typeof record["timestamp"] === "string" ? Date.parse(record["timestamp"]) : Number.NaN;
    if (Number.isNaN(time)) return this.#odd("an answer without a time");
    if (isText(record["cwd"])) this.#cwds.add(record["cwd"]);
    const request = isText(record["requestId"]) ? record["requestId"] : undefined;
    const name = isText(model) ? model : undefined;
    this.#addPart({ uuid, parent, id, request, model: name, time, usage, content, isNext });
    this.#addThoughts(id, content);
    return true;
  }

  #addPart(part: AnswerPart): void {
    const { uuid, id, request, model, time, usage, content } = part;
    if (this.#uuids.has(uuid)) this.#odd("a record twice");
    this.#uuids.add(uuid);
    const call = this.#calls.get(id);
    // A gateway may give one id to all.
    if (call !== undefined && call.request !== request) this.#odd("one message id, several calls");
    if (call === undefined) {
      const times = { min: time, max: time };
      const begun = { time, model, file: this.#file, request, usage, uuids: [uuid], contents: [content], times };
      this.#calls.set(id, this.#opened({ ...begun, isCounted: "equally" }));
    } else if (call.file !== this.#file) {
      // A copy in the transcript of an agent that began with the words of another thread.
      if (call.model !== model || call.time !== time || !isSame(call.usage, usage))
        this.#odd("a call in two files that differs");
    } else {
      if (call.model !== model) this.#odd("a call of two models");
      this.#follow(call, part);
    }
  }

  /** A call whose part was the last line. */
  #opened(call: OpenCall): OpenCall {
    if (this.#open !== undefined && this.#open !== call) this.#open.contents = undefined;
    return (this.#open = call);
  }

  /** Add a further part of a call. */
  #follow(call: OpenCall, { uuid, parent, time, usage, content, isNext }: AnswerPart): void {
    const isBelow = call.uuids.includes(String(parent));
    // Without the id of a request, parts are of one call only if nobody has spoken between them.
    if (!isBelow && call.request === undefined) this.#odd("parts of a call in two places, without the id of a request");
    const isLater = time >= call.times.max;
    if (!isLater || !isSame(usage, call.usage)) {
      const grows = isLater && outputOf(usage) > outputOf(call.usage);
      call.isCounted = grows && call.isCounted !== "differently" ? "ever more" : "differently";
    }
    call.times.min = Math.min(call.times.min, time);
    call.times.max = Math.max(call.times.max, time);
    if (call.times.max - call.times.min > longestMs) this.#odd("parts of a call on two days");
    if (call.isCounted === "differently" && !(isBelow && isNext && call === this.#open))
      this.#odd("parts of a call apart, with different counts");
    // A part that repeats another one is no part: then its counts do not count either.
    call.contents?.push(content);
    if (call.isCounted !== "equally" && !areDifferent(call.contents))
      this.#odd("parts of a call that may be copies, with different counts");
    call.usage = usage;
    call.uuids.push(uuid);
    this.#opened(call);
  }

  /** One thought in two answers is a copy, whatever their ids are. */
  #addThoughts(id: string, content: unknown): void {
    for (const block of Array.isArray(content) ? (content as unknown[]) : []) {
      const signature = isObject(block) ? block["signature"] : undefined;
      if (!isText(signature)) continue;
      const end = signature.slice(-60);
      const other = this.#callOfThought.get(end);
      if (other !== undefined && other !== id) this.#odd("one thought in two answers");
      this.#callOfThought.set(end, id);
    }
  }

  /** An agent may be recorded in the progress of its call, and nowhere else. */
  #addProgress({ data }: JsonObject): void {
    const id =
      isObject(data) &&
      isObject(data["message"]) &&
      isObject(data["message"]["message"]) &&
      data["message"]["message"]["id"];
    if (isText(id)) this.#inProgress.add(id);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether each content has one block, which is in no other one; not if they are not known. */
function areDifferent(contents: readonly unknown[] | undefined): boolean {
  if (contents === undefined || !contents.every((one) => Array.isArray(one) && one.length === 1)) return false;
  return new Set(contents.map((one) => JSON.stringify(one))).size === contents.length;
}

function outputOf({ output_tokens: output }: JsonObject): number {
  return typeof output === "number" ? output : 0;
}

/** Whether a record with usage is in a text: in a field of another record, where an archive has kept it. */
function hasWrapped(bytes: Buffer): boolean {
  for (let found = bytes.indexOf(escapedUsageMark); found !== -1; found = bytes.indexOf(escapedUsageMark, found + 7)) {
    const from = bytes.lastIndexOf(10, found) + 1;
    const raw = bytes.indexOf('"raw"', from);
    if (raw !== -1 && raw < found) return true;
  }
  return false;
}

function quartersIn({ min, max }: OpenCall["times"]): number[] {
  const first = Math.floor(min / quarterMs) + 1;
  return Array.from({ length: Math.floor(max / quarterMs) - first + 1 }, (_, at) => (first + at) * quarterMs);
}
