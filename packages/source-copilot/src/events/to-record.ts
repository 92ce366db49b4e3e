import type { JsonObject, NeutralRecords, RawBlock, TranscriptRecord } from "@ccdag/core";
import { object, objects, text, without } from "../event-fields.ts";
import { headerType, type LogEvent } from "./event.ts";
import { type BinaryAssets, mediaIn } from "./media-blocks.ts";
import { toUsage } from "./request-usage.ts";

/** What is known of an event. */
export interface EventContext {
  readonly id: string;
  /** Makes records with what has no place in them. */
  readonly make: (rest: JsonObject) => NeutralRecords;
  /** What the request took that this event says of. */
  readonly usage: JsonObject | undefined;
  readonly assets: BinaryAssets;
}

/** Make the record of an event. */
export function toRecord(event: LogEvent, context: EventContext): TranscriptRecord {
  const { type, data } = event;
  const { make } = context;
  switch (type) {
    case "user.message":
      return userRecord(event, context);
    case "assistant.message":
      return answerRecord(event, context);
    case "session.usage_record":
    case "assistant.usage":
      return usageRecord(event, context);
    case "assistant.reasoning":
      return make(without(data, "content")).answer({ request: context.id, blocks: thinking(data["content"]) });
    case "tool.execution_complete":
      return resultRecord(event, context);
    case "tool.user_requested": {
      const command = text(object(data["arguments"])["command"]);
      return command === undefined ? make(data).notice(type) : make(data).shell(command);
    }
    case "session.compaction_complete": {
      const summary = text(data["summaryContent"]);
      const isDone = data["success"] !== false && summary !== undefined;
      const { trigger } = data;
      const by = trigger === "manual" || trigger === "auto" ? trigger : undefined;
      return isDone
        ? make(without(data, "summaryContent")).summary(summary, by)
        : make(data).notice(type, messageIn(data));
    }
    case "abort":
      return make(data).interrupt();
    case "session.error":
      return make(data).answer({ request: context.id, blocks: textBlocks(messageIn(data)), isError: true });
    case "system.notification":
      return make(without(data, "content")).notification(unwrapped(text(data["content"]) ?? ""));
    case "session.title_changed":
    case headerType: {
      const title = text(data["name"]) ?? text(data["title"]);
      return title === undefined ? make(data).notice(type) : make(data).title(title);
    }
    default:
      return make(data).notice(type, messageIn(data));
  }
}

/** What the client says by itself names its source; autopilot continues without a person. */
function userRecord({ data, agent }: LogEvent, { make, assets }: EventContext): TranscriptRecord {
  const source = text(data["source"]) ?? "user";
  const blocks = [...mediaIn(data["attachments"], assets), ...textBlocks(data["content"])];
  const records = make(without(data, "content"));
  if (source.startsWith("agent-") && agent === undefined) return records.notification(blocks);
  const isTyped = source === "user" || source.startsWith("agent-");
  return isTyped && data["isAutopilotContinuation"] !== true ? records.prompt(blocks) : records.meta(blocks);
}

function answerRecord({ data }: LogEvent, { id, make, usage, assets }: EventContext): TranscriptRecord {
  const calls = objects(data["toolRequests"]);
  const details = calls
    .map((call) => without(call, "name", "arguments"))
    .filter((call) => Object.keys(call).length > 1);
  const rest = without(data, "content", "reasoningText", "toolRequests", "model");
  return make({
    ...rest,
    ...(details.length > 0 ? { toolRequests: details } : {}),
    ...(usage ? { usage } : {}),
  }).answer({
    request: requestOf(data) ?? id,
    model: text(data["model"]),
    blocks: [
      ...thinking(data["reasoningText"]),
      ...textBlocks(data["content"]),
      ...mediaIn(data["attachments"], assets),
      ...calls.map(({ toolCallId, name, arguments: input }) => ({
        type: "tool_use",
        id: toolCallId,
        name,
        input: input ?? {},
      })),
    ],
    usage: toUsage(usage, data["outputTokens"]),
  });
}

/** An answer that was divided is one message; ids of requests are those of vendors, and need not be unique. */
function requestOf({ messageId, chunkIndex, apiCallId, interactionId }: JsonObject): string | undefined {
  if (typeof chunkIndex !== "number" || text(apiCallId) === undefined) return text(messageId);
  return `${String(apiCallId)} ${String(interactionId)}`;
}

/** A request whose answer was not written has been paid for all the same. */
function usageRecord({ type, data }: LogEvent, { id, make, usage }: EventContext): TranscriptRecord {
  if (usage === undefined) return make(data).notice(type);
  return make(data).answer({ request: id, model: text(usage["model"]), blocks: [], usage: toUsage(usage, undefined) });
}

function resultRecord({ data }: LogEvent, { make, assets }: EventContext): TranscriptRecord {
  const { result, error, success, isUserRequested, toolCallId } = data;
  const words = text(object(result)["content"]) ?? text(object(error)["message"]) ?? "";
  const details = without(object(result), "content");
  const rest = without(data, "result", "toolCallId", "success");
  const records = make(Object.keys(details).length > 0 ? { ...rest, result: details } : rest);
  if (isUserRequested === true) return records.shellOutput(words);
  const media = [...mediaIn(details["contents"], assets), ...mediaIn(details["binaryResultsForLlm"], assets)];
  const content = media.length === 0 ? words : [...textBlocks(words), ...unique(media)];
  return records.results([{ call: text(toolCallId) ?? "", content, isError: success === false }]);
}

/** What the model got is often what the tool returned. */
function unique(blocks: readonly RawBlock[]): RawBlock[] {
  return [...new Map(blocks.map((block) => [String(object(block["source"])["data"]), block])).values()];
}

function thinking(value: unknown): RawBlock[] {
  return text(value) === undefined ? [] : [{ type: "thinking", thinking: value }];
}

function textBlocks(value: unknown): RawBlock[] {
  return text(value) === undefined ? [] : [{ type: "text", text: value }];
}

/** What an event says to readers. */
function messageIn(data: JsonObject): string {
  return text(data["message"]) ?? text(data["summary"]) ?? text(data["error"]) ?? "";
}

const tag = "system_notification";

function unwrapped(words: string): string {
  const trimmed = words.trim();
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  return trimmed.startsWith(open) && trimmed.endsWith(close) ? trimmed.slice(open.length, -close.length).trim() : words;
}
