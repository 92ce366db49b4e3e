import type { JsonObject, NeutralAnswer, RawBlock } from "@ccdag/core";
import { allInside, blockOf, inside, joined, objects, partsOf, text, without, wordsOf } from "../message-parts.ts";
import { toResult } from "./results.ts";

/** What is asked when an answer is made. */
export interface AnswerContext {
  /** The id of its entry. */
  readonly id: string;
  /** The calls whose results stand in a message of their own. */
  readonly answered: ReadonlySet<string>;
  /** The calls that another entry has already. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** Make an answer of a message of the model, and what has no place in it. */
export function toAnswer(message: JsonObject, context: AnswerContext): { answer: NeutralAnswer; rest: JsonObject } {
  const { tokens, model, toolCalls } = message;
  const usage = typeof tokens === "object" && tokens !== null ? toUsage(tokens as JsonObject) : undefined;
  const calls = objects(toolCalls).filter(({ id }) => !context.known?.has(String(id)));
  const answer: NeutralAnswer = {
    request: context.id,
    model: text(model),
    blocks: [...(context.known ? [] : wordBlocks(message)), ...calls.flatMap((call) => callBlocks(call, context))],
    usage,
  };
  const details = calls.map((call) => restOfCall(call, context.answered)).filter((call) => call !== undefined);
  const rest = without(
    message,
    ...(context.id === message["id"] ? ["id"] : []),
    "timestamp",
    "type",
    "content",
    "model",
    "thoughts",
    "toolCalls",
  );
  return { answer, rest: details.length > 0 ? { ...rest, toolCalls: details } : rest };
}

/** The calls that a message has, also those in its content. */
export function callsOf(message: JsonObject): string[] {
  const inContent = allInside(partsOf(message["content"]), "functionCall").flatMap(({ id }) => text(id) ?? []);
  return [...inContent, ...objects(message["toolCalls"]).flatMap(({ id }) => text(id) ?? [])];
}

/** Thoughts, words, media, and calls that are only in the content. */
function wordBlocks(message: JsonObject): RawBlock[] {
  const parts = partsOf(message["content"]);
  const thoughts = objects(message["thoughts"]);
  const listed = new Set(objects(message["toolCalls"]).map(({ id }) => id));
  const blocks: RawBlock[] = thoughts.map((thought) => ({ type: "thinking", thinking: thoughtText(thought) }));
  for (const part of parts) {
    const call = inside(part, "functionCall");
    const words = wordsOf(part);
    if (words !== undefined) blocks.push({ type: "text", text: words });
    else if (part["thought"] === true && text(part["text"])) {
      if (thoughts.length === 0) blocks.push({ type: "thinking", thinking: part["text"] });
    } else if (call) {
      if (!listed.has(call["id"])) blocks.push(toCall(call));
    } else if (part["text"] === undefined) blocks.push(blockOf(part));
  }
  return blocks;
}

function thoughtText({ subject, description }: JsonObject): string {
  return [text(subject) === undefined ? undefined : `**${String(subject)}**`, text(description)]
    .filter((one) => one !== undefined)
    .join("\n\n");
}

function toCall({ id, name, args }: JsonObject): RawBlock {
  return { type: "tool_use", id, name, input: args ?? {} };
}

/** A call, and its result if no message of its own has it: that one was lost, or the format is the older one. */
function callBlocks(call: JsonObject, { answered }: AnswerContext): RawBlock[] {
  const block = toCall(call);
  const { result, id } = call;
  if (result === undefined || result === null || answered.has(String(id))) return [block];
  const { content, isError } = toResult(call);
  return [block, { type: "gemini_tool_result", tool_use_id: id, content, is_error: isError }];
}

function restOfCall(call: JsonObject, answered: ReadonlySet<string>): JsonObject | undefined {
  const { id, result } = call;
  const rest = without(call, "name", "args", "result");
  // A result that another message repeats has its place there.
  const details = answered.has(String(id)) || result === undefined || result === null ? rest : { ...rest, result };
  return Object.keys(details).length > 1 ? details : undefined;
}

/** `input` includes what was read from the cache, but not what tools put in; `output` does not include thoughts. */
function toUsage({ input, output, cached, thoughts, tool }: JsonObject): NeutralAnswer["usage"] {
  if (typeof input !== "number" && typeof output !== "number") return undefined;
  const read = number(cached);
  return {
    input: Math.max(number(input) - read, 0) + number(tool),
    output: number(output) + number(thoughts),
    cacheRead: read,
  };
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** Whether an answer was made by the client: no model is named, and nothing is counted or called. */
export function isOfClient(message: JsonObject): boolean {
  const { content, model, toolCalls } = message;
  const parts = Array.isArray(content) ? partsOf(content) : [];
  const isOnlyText = parts.length > 0 && parts.every((part) => typeof part["text"] === "string");
  return (
    isOnlyText && model === undefined && "tokens" in message && message["tokens"] === null && toolCalls === undefined
  );
}

/** All words of an answer that was made by the client. */
export function wordsOfClient(message: JsonObject): string {
  const parts = partsOf(message["content"]);
  return joined(parts.map((part) => ({ ...part, thought: false })));
}
