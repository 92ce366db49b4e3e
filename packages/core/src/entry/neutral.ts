import { clientPhrase } from "./client-tags.ts";
import type { Bookkeeping, JsonObject, RawBlock, RecordLocation, TranscriptRecord, UserEntryKind } from "./entry.ts";
import { toRecord } from "./parse-records.ts";
import { wrapInTag } from "./tag.ts";

/** What all records of another coding agent have in common with those of Claude Code. */
export interface NeutralRecord {
  /** The name of the source: fields that have no place are kept below it. */
  readonly client: string;
  /** Its id in the graph; the same in copies of it. One that is longer than a uuid is made one, so that it can be typed. */
  readonly id: string;
  /** The id of the record that it follows; `null` if it is the first. It may be in another file. */
  readonly parent: string | null;
  /** The id of its session. */
  readonly session: string;
  /** When it was written: a text of ISO 8601, or milliseconds since 1970. */
  readonly time?: unknown;
  /** The working directory. */
  readonly cwd?: string | undefined;
  /** The version of the client. */
  readonly version?: string | undefined;
  /** The id of the agent whose transcript it is part of (default: it is part of the session). */
  readonly agent?: string | undefined;
  /** The session that it was copied from, if its file says so: the file of that session is then its owner. */
  readonly copiedFrom?: string | undefined;
  /**
   * Whether it is what an index of the client has of a record: where a file has that itself, this one is a copy of it
   * (default: it is a record itself).
   */
  readonly isExcerpt?: boolean | undefined;
  /** What the source has no rule for, such as the type of the record: it is reported as drift (default: nothing). */
  readonly unknown?: readonly string[] | undefined;
  /** What was recorded and has no place in the tree; it stays in the data of the node (default: nothing). */
  readonly rest?: JsonObject | undefined;
}

/** Tokens of one request, as they were recorded; a part is counted once. */
export interface NeutralUsage {
  /** Without those that were read from a cache or written to one. */
  readonly input?: unknown;
  readonly output?: unknown;
  readonly cacheRead?: unknown;
  readonly cacheWrite?: unknown;
  /** What the client recorded as the cost, in US dollars (default: nothing). */
  readonly cost?: unknown;
}

/** What a model answered: a request, or a part of it. */
export interface NeutralAnswer {
  /** The id of the request: all records with it are one message. */
  readonly request: string;
  readonly model?: string | undefined;
  /** `text`, `thinking`, `tool_use` with `id`, `name` and `input`, `image`; others are kept as they are. */
  readonly blocks: readonly RawBlock[];
  readonly usage?: NeutralUsage | undefined;
  /** Set if it is the message about a request that failed. */
  readonly isError?: boolean | undefined;
}

/** What a tool returned. */
export interface NeutralResult {
  /** The id of the call. */
  readonly call: string;
  /** A text, or blocks. */
  readonly content: unknown;
  readonly isError?: boolean | undefined;
  /** What it did to files, if that is recorded beside what it returned (default: nothing). */
  readonly changes?: readonly NeutralChange[] | undefined;
}

/** What a call did to a file; a part that is not recorded is absent. */
export interface NeutralChange {
  readonly path: string;
  /** The whole text before; `null` if there was no file. */
  readonly before?: string | null | undefined;
  /** The whole text after; `null` if the file was deleted. */
  readonly after?: string | null | undefined;
  /** The hunks of a unified diff, from its first `@@`. */
  readonly diff?: string | undefined;
  /** The path that the file has now, if it was moved. */
  readonly movedTo?: string | undefined;
}

/** Makes records of what another coding agent wrote, in words that no client has of its own. */
export interface NeutralRecords {
  /** What a person typed, and texts that the client put in beside it, such as files that it names (default: none). */
  prompt(content: string | readonly RawBlock[], beside?: readonly string[]): TranscriptRecord;
  /** What the client put in for the model, and no person typed. */
  meta(content: string | readonly RawBlock[]): TranscriptRecord;
  /** What a task or an agent reported. */
  notification(content: string | readonly RawBlock[]): TranscriptRecord;
  /** A command that a person ran in the client, with what it printed; `output` is absent where another record has it. */
  shell(command: string, output?: string): TranscriptRecord;
  /** What such a command printed, where another record has the command. */
  shellOutput(output: string): TranscriptRecord;
  /** A person stopped the model. */
  interrupt(): TranscriptRecord;
  /** The conversation was compacted, by `auto` or `manual`; the next record has the summary. */
  compaction(trigger?: string): TranscriptRecord;
  /**
   * The summary that a conversation continues with; `trigger` says who compacted it: `manual` is the person, `auto` the
   * client (default: unknown).
   */
  summary(text: string, trigger?: "manual" | "auto"): TranscriptRecord;
  /** What a model answered. */
  answer(answer: NeutralAnswer): TranscriptRecord;
  /** The person went back to the record with this id, and has said nothing since. */
  wentBack(to: string): TranscriptRecord;
  /** What tools returned, and what a person typed meanwhile, if it is in the same record (default: nothing). */
  results(results: readonly NeutralResult[], typed?: readonly RawBlock[]): TranscriptRecord;
  /** The title of the session. It has no place in the graph: what follows it follows what it follows. */
  title(text: string): TranscriptRecord;
  /** Anything else: a record with its type and a text for readers, in its place. */
  notice(type: string, text?: string): TranscriptRecord;
}

/**
 * Make the records of a source: words for what another coding agent recorded. What is typed is never taken for a text of
 * a client, whatever it looks like, and every fork is a choice of the person.
 *
 * @param record what the record has in common with all others.
 * @param location its file and line.
 */
export function neutralRecords(record: NeutralRecord, location: RecordLocation): NeutralRecords {
  const { client, session, time, cwd, version, agent, copiedFrom, isExcerpt, unknown = [], rest = {} } = record;
  const id = toId(record.id);
  const parent = record.parent === null ? null : toId(record.parent);
  const common: JsonObject = {
    uuid: id,
    parentUuid: parent === id ? null : parent,
    sessionId: session,
    timestamp: time,
    ...(cwd === undefined ? {} : { cwd }),
    ...(version === undefined ? {} : { version }),
    ...(agent === undefined ? {} : { isSidechain: true, agentId: agent }),
    ...(isExcerpt === true ? { isExcerpt } : {}),
    ...(copiedFrom === undefined ? {} : { forkedFrom: { sessionId: copiedFrom } }),
    ...(Object.keys(rest).length === 0 ? {} : { [client]: rest }),
  };
  const { uuid: _, parentUuid: __, ...withoutId } = common;
  const drift = unknown.length === 0 ? {} : { unknown: unknown.map((part) => `${client} ${part}`) };
  const known = { isKnown: true, isChosen: true, ...drift } as const;
  const make = (raw: JsonObject) => toRecord({ ...common, ...raw }, location, known);
  const say = (content: unknown, userKind: UserEntryKind, raw: JsonObject = {}) =>
    toRecord({ ...common, type: "user", message: { role: "user", content }, ...raw }, location, { ...known, userKind });
  const outside = (raw: JsonObject) => withPlace(toRecord({ ...withoutId, ...raw }, location, known), { id, parent });
  return {
    prompt: (content, beside = []) => say(withBeside(content, beside), "prompt", { promptSource: "typed" }),
    meta: (content) => say(content, "meta", { isMeta: true }),
    notification: (content) => say(content, "notification"),
    shell: (command, output) => say([typed(command), ...(output === undefined ? [] : [printed(output)])], "bash"),
    shellOutput: (output) => say([printed(output)], "bash-output"),
    interrupt: () => say([{ type: "text", text: clientPhrase("interrupt") }], "interrupt"),
    compaction: (trigger) =>
      make({ type: "system", subtype: "compact_boundary", compactMetadata: trigger === undefined ? {} : { trigger } }),
    summary: (text, trigger) =>
      say(text, "compact-summary", {
        isCompactSummary: true,
        ...(trigger === undefined ? {} : { compactMetadata: { trigger } }),
      }),
    answer: ({ request, model, blocks, usage, isError }) =>
      make({
        type: "assistant",
        message: {
          id: request,
          role: "assistant",
          model,
          content: blocks,
          ...(usage ? { usage: toUsage(usage) } : {}),
        },
        ...(isError === true ? { isApiErrorMessage: true } : {}),
      }),
    results: (results, words = []) => {
      const changes = results.flatMap(({ call, changes: own }) => (own === undefined ? [] : [[call, own] as const]));
      const structured = changes.length === 0 ? {} : { toolUseResult: { fileChanges: Object.fromEntries(changes) } };
      return say([...results.map(toResultBlock), ...words], "tool-result", structured);
    },
    wentBack: (to) => outside({ type: "last-prompt", leafUuid: toId(to) }),
    title: (text) => outside({ type: "custom-title", customTitle: text }),
    notice: (type, text = "") => make({ type: `${client}/${type}`, content: text }),
  };
}

/** A record that has no place in the graph; what follows it has one. */
function withPlace(record: TranscriptRecord, place: NonNullable<Bookkeeping["place"]>): TranscriptRecord {
  return record.form === "bookkeeping" ? { ...record, place } : record;
}

/** An id that is longer than a uuid, such as one of several parts, as a uuid (version 8). */
function toId(id: string): string {
  if (id.length <= 36) return id;
  const words = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  for (let at = 0; at < id.length; at++)
    for (const [index, word] of words.entries())
      words[index] = Math.imul(word ^ (id.charCodeAt(at) + words[(index + 1) % 4]!), 0x01000193 + 2 * index);
  const text = words.map((word, index) => mixed(word ^ words[(index + 1) % 4]!)).join("");
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-8${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
}

/** Each bit of a word changes half of those of the result: ids are shown by their first digits. */
function mixed(word: number): string {
  let value = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0).toString(16).padStart(8, "0");
}

function withBeside(content: string | readonly RawBlock[], beside: readonly string[]): string | readonly RawBlock[] {
  if (beside.length === 0) return content;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return [...blocks, ...beside.map((text) => ({ type: "text", text: wrapInTag("system-reminder", text) }))];
}

function toResultBlock({ call, content, isError }: NeutralResult): RawBlock {
  return { type: "tool_result", tool_use_id: call, content, ...(isError === true ? { is_error: true } : {}) };
}

function typed(command: string): RawBlock {
  return { type: "text", text: wrapInTag("bash-input", command) };
}

function printed(output: string): RawBlock {
  return { type: "text", text: wrapInTag("bash-stdout", output) };
}

function toUsage({ input, output, cacheRead, cacheWrite, cost }: NeutralUsage): JsonObject {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
    ...(cost === undefined ? {} : { cost_usd: cost }),
  };
}
