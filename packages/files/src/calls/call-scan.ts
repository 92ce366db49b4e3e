import { isObject, type JsonObject } from "@ccdag/core";
import { skipString } from "../parts/scan.ts";
import { flat, hasControl, hasWrapped, outputOf } from "./line-texts.ts";
import { answerField, scanAnswer } from "./scan-answer.ts";

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
  readonly key: string;
  readonly time: number;
  readonly model: string | undefined;
  readonly file: number;
  readonly hasRequest: boolean;
  usage: string;
  uuids: string[];
  /** The contents of its parts, until another call begins; then nobody compares them any more. */
  contents: string[] | undefined;
  hasOneBlockEach: boolean;
  isCounted: "equally" | "ever more" | "differently";
  lastTime: number;
  readonly times: { min: number; max: number };
}

/** A line with usage. */
interface AnswerPart {
  readonly uuid: string;
  /** The id of its API message. */
  readonly id: string;
  readonly model: string | undefined;
  readonly time: number;
  /** Where the line is in its file. */
  readonly from: number;
  readonly to: number;
}

const [usageMark, signatureMark] = [Buffer.from('"usage"'), Buffer.from('"signature"')];

/** Days begin with one, whatever the time zone. */
const quarterMs = 900_000;

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
  readonly #calls = new Map<string, OpenCall>();
  /** The key of the call of each message id: a gateway may give one id to all. */
  readonly #keys = new Map<string, string>();
  readonly #callOfUuid = new Map<string, string>();
  readonly #callOfSignature = new Map<string, string>();
  readonly #inProgress = new Set<string>();
  readonly #cwds = new Set<string>();
  readonly #spans = new Int32Array(25);
  #text = "";
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
    let signature = bytes.indexOf(signatureMark);
    for (let found = bytes.indexOf(usageMark); found !== -1 && this.needsTree === undefined;) {
      const from = bytes.lastIndexOf(10, found) + 1;
      const next = bytes.indexOf(10, found);
      const to = next === -1 ? bytes.length : next;
      if (signature !== -1 && signature < from) signature = bytes.indexOf(signatureMark, from);
      this.#text = bytes.toString("latin1", from, to);
      this.#addLine(from, to, signature !== -1 && signature < to);
      found = bytes.indexOf(usageMark, to);
    }
  }

  /** What was found; of no meaning if the tree must answer. */
  end(): ScannedCalls {
    const progressed = [...this.#inProgress].some((id) => !this.#keys.has(id));
    if (progressed) this.#odd("a call that only progress records hold");
    const calls = Array.from(this.#calls.values(), ({ time, model, usage }) => ({
      time,
      model,
      usage: JSON.parse(usage) as JsonObject,
    }));
    const spans = Array.from(this.#calls.values(), ({ times }) => times).filter(({ min, max }) => min < max);
    const quarters = new Set(spans.flatMap(quartersIn));
    return { calls, cwds: this.#cwds, isExact: spans.length === 0, quarters: [...quarters] };
  }

  #odd(reason: string): void {
    this.needsTree ??= reason;
  }

  #addLine(from: number, to: number, hasSignature: boolean): void {
    const spans = this.#spans;
    if (!scanAnswer(this.#text, spans) || hasControl(this.#text)) return this.#odd("a line that is not plain");
    if (spans[answerField.raw + 1] !== 0) return this.#odd("a record in a field of another one");
    const type = this.#string(answerField.type);
    if (spans[answerField.usage + 1] === 0) {
      if (type === "progress") this.#addProgress();
      return;
    }
    if (type !== "assistant") return this.#odd("usage of a record that is no answer");
    if (this.#text.charCodeAt(spans[answerField.usage]!) !== 0x7b) return;
    const model = this.#string(answerField.model);
    if (model === "<synthetic>") return;
    const [uuid, id] = [this.#string(answerField.uuid), this.#string(answerField.messageId)];
    if (!uuid || !id) return this.#odd("an answer without an id");
    if (this.#string(answerField.sessionId) !== this.#session) return this.#odd("an answer of another session");
    const time = Date.parse(this.#string(answerField.timestamp) ?? "");
    if (Number.isNaN(time)) return this.#odd("an answer without a time");
    const cwd = this.#string(answerField.cwd);
    if (cwd !== undefined) this.#cwds.add(cwd);
    this.#addPart({ uuid, id, model, time, from, to });
    if (hasSignature) this.#addSignatures(id);
  }

  #addPart(part: AnswerPart): void {
    const { uuid, id, model, time, from, to } = part;
    const request = this.#string(answerField.requestId);
    const key = `${id} ${request ?? ""}`;
    const known = this.#keys.get(id);
    if (known !== undefined && known !== key) return this.#odd("one message id, several calls");
    if (known === undefined) this.#keys.set(id, key);
    const other = this.#callOfUuid.get(uuid);
    if (other !== undefined) return this.#odd("a record twice");
    this.#callOfUuid.set(uuid, id);
    const usage = this.#copy(answerField.usage);
    const content = this.#slice(answerField.content);
    const call = this.#calls.get(key);
    const hasOneBlock = this.#spans[answerField.blocks] === 1;
    if (call === undefined) {
      this.#begin({
        key,
        time,
        model,
        file: this.#file,
        hasRequest: request !== undefined,
        usage,
        uuids: [uuid],
        contents: [content],
        hasOneBlockEach: hasOneBlock,
        isCounted: "equally",
        lastTime: time,
        times: { min: time, max: time },
      });
    } else if (call.file !== this.#file) {
      // A copy in the transcript of an agent that began with the words of another thread.
      if (call.model !== model || call.time !== time || call.usage !== usage)
        this.#odd("a call in two files that differs");
    } else {
      if (call.model !== model) this.#odd("a call of two models");
      const isNext = call === this.#open && this.#end === from - 1;
      this.#follow(call, { uuid, time, usage, content, hasOneBlock, isNext });
    }
    this.#end = to;
  }

  #begin(call: OpenCall): void {
    if (this.#open) this.#open.contents = undefined;
    this.#open = call;
    this.#calls.set(call.key, call);
  }

  /** Add a further part of a call. */
  #follow(
    call: OpenCall,
    part: { uuid: string; time: number; usage: string; content: string; hasOneBlock: boolean; isNext: boolean },
  ): void {
    const { uuid, time, usage, content, hasOneBlock, isNext } = part;
    const isBelow = call.uuids.includes(this.#string(answerField.parentUuid) ?? "");
    // Without the id of a request, parts are of one call only if nobody has spoken between them.
    if (!isBelow && !call.hasRequest) this.#odd("parts of a call in two places, without the id of a request");
    call.times.min = Math.min(call.times.min, time);
    call.times.max = Math.max(call.times.max, time);
    if (call.times.max - call.times.min > longestMs) this.#odd("parts of a call on two days");
    if (time < call.lastTime || usage !== call.usage) {
      const grows = time >= call.lastTime && outputOf(usage) > outputOf(call.usage);
      call.isCounted = grows && call.isCounted !== "differently" ? "ever more" : "differently";
    }
    if (call.isCounted === "differently" && (!isBelow || !isNext))
      this.#odd("parts of a call apart, with different counts");
    call.hasOneBlockEach &&= hasOneBlock;
    // A part that repeats another one is no part: then its counts do not count either.
    const repeats = call.contents === undefined || call.contents.includes(content);
    if (call.isCounted !== "equally" && (!call.hasOneBlockEach || repeats))
      this.#odd("parts of a call that may be copies, with different counts");
    call.usage = usage;
    call.lastTime = time;
    call.uuids.push(uuid);
    call.contents?.push(content);
    if (call !== this.#open) {
      if (this.#open) this.#open.contents = undefined;
      this.#open = call;
    }
  }

  /** One thought in two answers is a copy, whatever their ids are. */
  #addSignatures(id: string): void {
    const text = this.#text;
    for (let at = text.indexOf(signature); at !== -1; at = text.indexOf(signature, at + 1)) {
      const from = text.indexOf('"', at + signature.length);
      const to = from === -1 ? -1 : skipString({ text, end: text.length }, from + 1);
      if (to === -1) return this.#odd("a line that is not plain");
      if (to - from <= 2) continue;
      const end = flat(text.slice(Math.max(from + 1, to - 61), to - 1));
      const other = this.#callOfSignature.get(end);
      if (other !== undefined && other !== id) this.#odd("one thought in two answers");
      this.#callOfSignature.set(end, id);
    }
  }

  /** An agent may be recorded in the progress of its call, and nowhere else. */
  #addProgress(): void {
    const { data } = JSON.parse(this.#text) as { data?: { message?: { message?: { id?: unknown } } } };
    const id = isObject(data) && isObject(data.message) && isObject(data.message.message) && data.message.message["id"];
    if (typeof id === "string") this.#inProgress.add(id);
  }

  /** The value of a field that is a plain text. */
  #string(field: number): string | undefined {
    const [from, to] = [this.#spans[field]!, this.#spans[field + 1]!];
    if (this.#text.charCodeAt(from) !== 0x22 || to - from < 3) return undefined;
    const text = this.#text.slice(from + 1, to - 1);
    return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : flat(text);
  }

  #slice(field: number): string {
    return this.#text.slice(this.#spans[field], this.#spans[field + 1]);
  }

  #copy(field: number): string {
    return flat(this.#slice(field));
  }
}

const signature = '"signature"';

function quartersIn({ min, max }: OpenCall["times"]): number[] {
  const first = Math.floor(min / quarterMs) + 1;
  return Array.from({ length: Math.floor(max / quarterMs) - first + 1 }, (_, at) => (first + at) * quarterMs);
}
