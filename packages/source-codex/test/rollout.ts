import { neutralRecords } from "@ccdag/core";
/** Rollouts of an invented talk about boats, in the form of each era. */

export type Json = Record<string, unknown>;

const start = Date.UTC(2026, 4, 6, 7, 8, 9);
const parts = (type: string, text: string) => [{ type, text }];

/** Ids in the form that clients use. */
export const id = (letter: string) => `${letter.repeat(8)}-0000-7000-8000-000000000000`;

/** A rollout, as its client writes it. */
export class Rollout {
  readonly lines: Json[] = [];
  #clock: number;
  #total = 0;
  #items = 0;

  readonly era: "0.63.0" | "0.130.0" | "0.171.0";
  readonly thread: string;
  /** The ordinal of its first line. */
  readonly first: number;

  constructor(
    era: Rollout["era"],
    thread: string,
    { at = 0, from = 0, ...meta }: Json & { at?: number; from?: number } = {},
  ) {
    this.era = era;
    this.thread = thread;
    this.#clock = start + at * 1000;
    this.first = from;
    this.put("session_meta", { id: thread, cwd: "/srv/harbor", cli_version: era, source: "cli", ...meta });
  }

  /** The name of its file. */
  path(segment?: string): string {
    const began = new Date(Date.parse(this.lines[0]!["timestamp"] as string)).toISOString().slice(0, 19);
    const name = segment === undefined ? this.thread : `${this.thread}_${segment}`;
    return `sessions/2026/05/06/rollout-${began.replaceAll(":", "-")}-${name}.jsonl`;
  }

  get text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /** Let time pass. */
  wait(seconds: number): this {
    this.#clock += seconds * 1000;
    return this;
  }

  put(type: string, payload: Json, more: Json = {}): this {
    const ordinal = this.era === "0.171.0" ? { ordinal: this.first + this.lines.length } : {};
    this.lines.push({ timestamp: new Date(this.#clock++).toISOString(), ...ordinal, type, payload, ...more });
    return this;
  }

  item(type: string, payload: Json, more: Json = {}): this {
    const named = this.era === "0.171.0" ? { id: `${this.thread.slice(0, 2)}_${this.#items++}` } : {};
    return this.put("response_item", { type, ...named, ...payload }, more);
  }

  event(type: string, payload: Json = {}): this {
    return this.put("event_msg", { type, ...payload });
  }

  /** An event about an item of the screen. */
  shown(type: string, item: Json): this {
    return this.event("item_completed", { item: { type, ...item } });
  }

  /** A message with the role of a person. */
  user(text: string, provenance?: string): this {
    const about = { content_item_metadata: [{ provenance: { type: provenance } }] };
    const more = provenance === undefined ? {} : { internal_chat_message_metadata_passthrough: about };
    return this.item("message", { role: "user", content: parts("input_text", text), ...more });
  }

  /** A turn begins, with what is typed. */
  prompt(text: string): this {
    this.wait(5);
    if (this.era !== "0.63.0") this.event("task_started", { turn_id: `${this.thread}-${this.lines.length}` });
    if (this.lines.length < 3) this.user("<environment_context>\n</environment_context>");
    if (this.era !== "0.63.0") this.put("turn_context", { model: "gpt-5.5", cwd: "/srv/harbor" });
    return this.typed(text);
  }

  /** What is typed, with its event. */
  typed(text: string): this {
    if (this.era === "0.171.0") return this.user(text, "user").shown("UserMessage", { content: parts("text", text) });
    this.user(text).event("user_message", { message: text, images: [] });
    return this.era === "0.63.0" ? this.put("turn_context", { model: "gpt-5.5", cwd: "/srv/harbor" }) : this;
  }

  /** A response: its text, and its calls as `[id, name, arguments]`. */
  answer(text: string, calls: ReadonlyArray<readonly [string, string, Json]> = [], { input = 100 } = {}): this {
    const items = () => {
      this.item("message", { role: "assistant", content: parts("output_text", text) });
      for (const [call_id, name, given] of calls)
        this.item("function_call", { name, arguments: JSON.stringify(given), call_id });
    };
    if (this.era === "0.63.0") return this.event("agent_message", { message: text }).count(input).also(items);
    if (this.era === "0.130.0") return this.event("agent_message", { message: text }).also(items).count(input);
    this.shown("AgentMessage", { content: parts("Text", text) }).also(items);
    this.put("token_usage_record", { response_id: `r${this.lines.length}`, usage: usage(input, 10) });
    return this.count(input);
  }

  /** The count of tokens; without a number it is repeated. */
  count(input = 0): this {
    this.#total += input;
    const info = { total_token_usage: usage(this.#total, this.#total / 10), last_token_usage: usage(input, 10) };
    return this.event("token_count", { info });
  }

  output(call_id: string, output: unknown): this {
    return this.item("function_call_output", { call_id, output });
  }

  done(): this {
    return this.era === "0.63.0" ? this : this.event("task_complete", {});
  }

  /** A whole turn. */
  turn(text: string, reply = `Re: ${text}`): this {
    return this.prompt(text).answer(reply).done();
  }

  /** Copy lines of another rollout, as old versions do: at once, and with new times. */
  copy(from: Rollout, lines: readonly Json[] = from.lines): this {
    for (const { type, payload } of lines) this.put(String(type), payload as Json);
    this.#total = from.#total;
    return this;
  }

  also(work: () => unknown): this {
    work();
    return this;
  }
}

function usage(input_tokens: number, output_tokens: number): Json {
  const cached_input_tokens = input_tokens >= 100 ? 30 : 0;
  return { input_tokens, cached_input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}

/** The id that a line of a rollout has in the tree. */
export function idInTree(thread: string, line: number): string {
  const common = { client: "codex", id: `${thread}:${line}`, parent: null, session: thread };
  const record = neutralRecords(common, { path: "", line: 1, columns: 0 }).notice("any");
  return "id" in record ? record.id : "";
}
