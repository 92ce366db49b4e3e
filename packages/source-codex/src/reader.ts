import {
  type JsonObject,
  neutralRecords,
  type NeutralRecords,
  type RawBlock,
  type TranscriptRecord,
} from "@ccdag/core";
import { agentMessageOf } from "./agent-message.ts";
import { Answers } from "./answers.ts";
import { blocksOf, restOf } from "./blocks.ts";
import { isAnswer, partOf } from "./calls.ts";
import { isFailed } from "./failed.ts";
import { EventChanges } from "./event-changes.ts";
import { type RolloutHeader, headerOf } from "./header.ts";
import { unknownIn } from "./known-types.ts";
import { isEvent, isItem, isUserItem, type RolloutLine, marksOf, recordId } from "./line.ts";
import { loneEvents } from "./repeats.ts";
import type { Stretch } from "./stretches.ts";
import { compactionAnswer, summaryOf, triggerOf } from "./summary.ts";
import { Rollbacks } from "./rollbacks.ts";
import { type ResponseTokens, UsageReader } from "./usage-reader.ts";
import { isTyped, userMessageOf } from "./user-message.ts";
import { noticeText } from "./notices.ts";
import { count, object, text, without, wordsOf } from "./values.ts";

/** What is known of a stretch of records. */
interface About {
  readonly stretch: Stretch;
  readonly lone: ReadonlySet<RolloutLine>;
  readonly summary: RolloutLine | undefined;
  readonly usage: ReadonlyMap<RolloutLine, ResponseTokens>;
}

/** Reads the records of one rollout in order. Each follows the one before it, unless the person went back. */
export class RolloutReader {
  #header: RolloutHeader = headerOf({});
  #segment = "";
  #parent: string | null = null;
  #cwd: string | undefined;
  readonly #answers = new Answers();
  readonly #turns = new Rollbacks();
  readonly #usage = new UsageReader();
  readonly #changes = new EventChanges();
  #isCopied = false;
  #hasEvents = false;
  /** Whether something was said in the turn; `undefined` before the first one. */
  #isTalk: boolean | undefined;
  #isStopped = false;
  #summary: string | undefined;

  /** Read the records of a stretch. */
  *read(stretch: Stretch): Generator<TranscriptRecord> {
    // Items of a parent are omitted among the copies of an agent: there, an event is no more than in the parent.
    const isOwn = (line: RolloutLine) => this.#header.agent === undefined || marksOf(line).copyOf === undefined;
    const lone = new Set([...loneEvents(stretch.lines)].filter(isOwn));
    const isPart = (line: RolloutLine) => lone.has(line) || (isItem(line) && isAnswer(line.payload));
    const usage = new Map([...this.#usage.read(stretch.lines, isPart)].filter(([line]) => isOwn(line)));
    const about = { stretch, lone, summary: compactionAnswer(stretch), usage };
    for (const line of stretch.lines) yield "form" in line ? line : this.#read(line, about);
  }

  #read(line: RolloutLine, about: About): TranscriptRecord {
    if (line.type === "session_meta" && this.#segment === "") this.#begin(line);
    if (this.#segment === "") this.#segment = nameOf(line.location.path);
    if (line.type === "session_index") this.#header = headerOf({ id: line.payload["id"] });
    if (line.type === "turn_context" || line.type === "session_meta")
      this.#cwd = text(line.payload["cwd"]) ?? this.#cwd;
    const { copyOf, of } = marksOf(line);
    const { line: number, column } = line.location;
    const id = copyOf ?? recordId(this.#segment, line.raw["ordinal"], number, column);
    // The header of a file is above its copies, and what is above their originals is known from these.
    if (copyOf !== undefined && !this.#isCopied) this.#parent = null;
    this.#isCopied ||= copyOf !== undefined;
    if (isEvent(line, "thread_rolled_back")) this.#goBack(line);
    if (isEvent(line, "task_started")) this.#turns.begin(this.#parent);
    const common = {
      client: "codex",
      id,
      parent: this.#parent,
      session: this.#header.session,
      time: line.raw["timestamp"],
      cwd: this.#cwd,
      version: this.#header.version,
      agent: this.#header.agent && this.#header.thread,
      copiedFrom: of,
      unknown: unknownIn(line),
    };
    const beside = without(line.raw, "timestamp", "type", "payload", "ccdag");
    const say = (rest: JsonObject): NeutralRecords =>
      neutralRecords({ ...common, rest: { ...beside, ...rest } }, line.location);
    const record = isItem(line) ? this.#item(line, id, about, say) : this.#other(line, id, about, say);
    this.#parent = id;
    return record;
  }

  /** The first header is that of the file; another one is a copy of the header of its parent. */
  #begin(line: RolloutLine): void {
    this.#header = headerOf(line.payload);
    const { segment } = marksOf(line);
    const { base, thread } = this.#header;
    this.#segment = segment ?? thread;
    this.#parent = base === undefined ? null : recordId(base.segment, base.ordinal, 0);
  }

  /** The record that says so is the first one on the new path. */
  #goBack({ payload }: RolloutLine): void {
    const to = this.#turns.back(count(payload["num_turns"]) ?? 0);
    if (to !== undefined) this.#parent = to;
  }

  #item(line: RolloutLine, id: string, about: About, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    const { payload, kind } = line;
    if (line === about.summary) {
      this.#summary = wordsOf(payload["content"]);
      return this.#answer(id, line, [], say(payload), about);
    }
    const part = partOf(payload, id);
    if (part !== undefined) {
      this.#said();
      for (const block of part.blocks) if (block.type === "tool_use") this.#changes.call(String(block["id"]));
      return this.#answer(id, line, part.blocks, say(part.rest), about);
    }
    if (kind === "message" && payload["role"] !== "user")
      return say(without(payload, "type", "content")).notice("instructions", wordsOf(payload["content"]));
    if (isUserItem(line)) return this.#userMessage(line, about, say);
    if (kind === "agent_message") {
      this.#answers.close();
      const { isTask, words } = agentMessageOf(line, this.#header.agent);
      const records = say(without(payload, "type"));
      if (!isTask) return records.notification(words);
      this.#prompt();
      return records.prompt(words);
    }
    if (kind.endsWith("_output")) return this.#output(line, say);
    return say(without(payload, "type")).notice(kind || "item");
  }

  #answer(
    id: string,
    line: RolloutLine,
    blocks: readonly RawBlock[],
    records: NeutralRecords,
    { usage }: About,
  ): TranscriptRecord {
    return records.answer({ ...this.#answers.part(id, line), blocks, usage: usage.get(line) });
  }

  #output({ payload, kind }: RolloutLine, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    this.#answers.close();
    const { output } = payload;
    const call = text(payload["call_id"]);
    // The objective of a goal is an output without a call.
    if (call === undefined) return say(without(payload, "type", "output")).meta(blocksOf(output));
    const isText = typeof output === "string" || Array.isArray(output);
    const content = typeof output === "string" ? output : isText ? blocksOf(output) : JSON.stringify(output ?? "");
    const rest = {
      ...without(payload, "type", "output", "call_id"),
      ...restOf(output),
      ...(isText ? {} : { output, kind }),
    };
    return say(rest).results([{ call, content, isError: isFailed(output), changes: this.#changes.take(call) }]);
  }

  #userMessage(line: RolloutLine, { stretch }: About, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    this.#answers.close();
    const { content } = line.payload;
    const message = userMessageOf(line, stretch.lines, this.#hasEvents);
    this.#hasEvents ||= isTyped(stretch.lines);
    const records = say({ ...without(line.payload, "type", "role", "content"), ...restOf(content) });
    switch (message.kind) {
      case "prompt":
        this.#prompt();
        return records.prompt(blocksOf(content));
      case "shell":
        return records.shell(message.command, message.output);
      case "interrupt":
        this.#isStopped = true;
        return say(without(line.payload, "type", "role")).interrupt();
      case "notification":
        return records.notification(blocksOf(content));
      default:
        return records.meta(blocksOf(content));
    }
  }

  #prompt(): void {
    this.#turns.prompt(this.#parent);
    this.#isStopped = false;
    this.#said();
  }

  #said(): void {
    if (this.#isTalk === false) this.#isTalk = true;
  }

  #other(line: RolloutLine, id: string, about: About, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    const { type, payload, kind } = line;
    this.#changes.event(line);
    // A response without a part in the conversation is known from its usage alone.
    if (about.usage.has(line)) return this.#answer(id, line, [], say(payload), about);
    if (type === "token_usage_record" || isEvent(line, "token_count")) this.#answers.used();
    if (type === "session_index") return say(without(payload, "thread_name")).title(text(payload["thread_name"]) ?? "");
    if (type === "compacted") return this.#compacted(line, about, say);
    if (type === "turn_context") this.#answers.begin(text(payload["model"]));
    if (isEvent(line, "task_started", "task_complete", "turn_aborted", "thread_rolled_back")) this.#answers.close();
    if (isEvent(line, "task_started")) {
      this.#isTalk = false;
      this.#isStopped = false;
    }
    if (isAboutCompaction(line, about)) return say(without(payload, "type")).notice(kind, String(payload["message"]));
    if (about.lone.has(line)) return this.#loneEvent(line, id, about, say);
    if (isEvent(line, "turn_aborted")) {
      const isByPerson = payload["reason"] === undefined || payload["reason"] === "interrupted";
      if (isByPerson && !this.#isStopped) return say(without(payload, "type")).interrupt();
    }
    if (type !== "event_msg") return say(payload).notice(type, noticeText(line));
    const item = text(object(line.item)["type"]);
    return say(without(payload, "type")).notice(
      item === undefined ? kind || "event" : `${kind}/${item}`,
      noticeText(line),
    );
  }

  #compacted(line: RolloutLine, { stretch }: About, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    this.#answers.close();
    const said = this.#summary;
    this.#summary = undefined;
    const trigger = triggerOf(stretch, this.#isTalk);
    return say(line.payload).summary(summaryOf(line.payload["message"], said), trigger);
  }

  /** What was said and has no item. */
  #loneEvent(line: RolloutLine, id: string, about: About, say: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
    const { payload, item } = line;
    const thinking = text(payload["text"]);
    const block =
      isEvent(line, "agent_reasoning") && thinking !== undefined
        ? { type: "thinking", thinking }
        : { type: "text", text: item === undefined ? String(payload["message"]) : wordsOf(item["content"]) };
    this.#said();
    const rest = item === undefined ? without(payload, "message", "text") : payload;
    return this.#answer(id, line, [block], say(rest), about);
  }
}

/** What 0.63 says itself when a compaction is done; no model has said it. */
function isAboutCompaction({ payload }: RolloutLine, { stretch }: About): boolean {
  const [first] = stretch.lines;
  const isFirst = first !== undefined && !("form" in first) && first.type === "compacted";
  return isFirst && payload["message"] === "Compact task completed";
}

/** A file whose header is lost has the id of its session as its name. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
}
