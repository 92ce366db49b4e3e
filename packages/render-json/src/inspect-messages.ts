import {
  type Compaction,
  type Content,
  type Document,
  type Image,
  type Message,
  originFacts,
  type TimelineNode,
  type ToolCall,
  type ToolResult,
  toText,
} from "@ccdag/ccast";
import { isoTime, toArguments, whatIsThere } from "./exact-json.ts";
import { count, type Counts } from "./omitted.ts";
import { createUniqueIds } from "./unique-ids.ts";

/** A part of a message. */
interface InspectContent {
  type: "text" | "reasoning" | "image" | "document" | "data";
  [field: string]: unknown;
}

/** A message of a conversation; the answer of a tool is one of its own. */
export interface InspectMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | InspectContent[];
  [field: string]: unknown;
}

/**
 * Convert the entries of a path to messages.
 *
 * @param path the entries.
 * @param omitted where what the messages cannot say is counted by kind.
 * @param isOwn whether an entry counts: it may be on other paths, too.
 */
export function toInspectMessages(
  path: readonly TimelineNode[],
  omitted: Counts,
  isOwn: (node: TimelineNode) => boolean,
): InspectMessage[] {
  const uniqueId = createUniqueIds();
  const uniqueCallId = createUniqueIds();
  return path.flatMap((node) => {
    if (node.type !== "message" && node.type !== "compaction") return [];
    const counts = isOwn(node) ? omitted : {};
    const recorded = node.uuid ?? node.id;
    const id = recorded === undefined ? undefined : uniqueId(recorded);
    const isAnswer = node.type === "message" && node.role === "assistant";
    return isAnswer ? toAnswer(node, id, uniqueCallId, counts) : toQuestion(node, id, counts);
  });
}

/** An answer, and after it the results of its calls. */
function toAnswer(
  node: Message,
  id: string | undefined,
  uniqueCallId: (id: string) => string,
  omitted: Counts,
): InspectMessage[] {
  const tool_calls: object[] = [];
  const results: InspectMessage[] = [];
  const said: Content[] = [];
  for (const child of node.children)
    if (child.type === "toolCall") {
      const callId = uniqueCallId(child.id);
      tool_calls.push({ id: callId, function: child.name, arguments: toArguments(child.input), type: "function" });
      if (child.result !== undefined) results.push(toResult(child.result, callId, child, omitted));
    } else if (child.type === "toolResult") results.push(toResult(child, child.toolUseId, undefined, omitted));
    else said.push(child);
  const isReply = originFacts(node.origin).isReply === true;
  const answer: InspectMessage = {
    id,
    role: "assistant",
    content: toContent(said, omitted),
    source: isReply ? "generate" : undefined,
    metadata: factsOf(node),
    tool_calls: tool_calls.length > 0 ? tool_calls : undefined,
    model: isReply ? node.model : undefined,
  };
  return [answer, ...results];
}

/** What a person or the client said. The model reads the summary of a compaction as words of a user, too. */
function toQuestion(node: Message | Compaction, id: string | undefined, omitted: Counts): InspectMessage[] {
  const results = node.children.flatMap((child) =>
    child.type === "toolResult" ? [toResult(child, child.toolUseId, undefined, omitted)] : [],
  );
  const said = node.children.filter(({ type }) => type !== "toolResult");
  if (said.length === 0 && results.length > 0) return results;
  const role = node.type === "message" && node.role === "system" ? "system" : "user";
  const content = toContent(said, omitted);
  return [...results, { id, role, content, source: role === "user" ? "input" : undefined, metadata: factsOf(node) }];
}

function factsOf(node: Message | Compaction): object | undefined {
  const timestamp = isoTime(node.timestamp);
  if (node.type === "compaction") {
    const { trigger, preTokens, postTokens } = node;
    return { timestamp, compaction: { trigger, tokens_before: preTokens, tokens_after: postTokens } };
  }
  const { origin, senders, about } = node;
  const isUsual = origin === "prompt" || origin === "reply";
  return whatIsThere({ timestamp, origin: isUsual ? undefined : origin, senders, about_agent: about });
}

function toResult(
  result: ToolResult,
  tool_call_id: string | undefined,
  call: ToolCall | undefined,
  omitted: Counts,
): InspectMessage {
  const { children, isError, structured, whole, timestamp } = result;
  if (structured !== undefined || whole !== undefined) count(omitted, "details of a result");
  return {
    role: "tool",
    content: toContent(children, omitted),
    metadata: whatIsThere({ timestamp: isoTime(timestamp), agents: call?.agents }),
    tool_call_id,
    function: call?.name,
    // Readers show the message of an error in place of the content.
    error: isError ? { type: "unknown", message: toText(result) } : undefined,
  };
}

/** A text, or a list of parts if there is something else. */
function toContent(nodes: readonly Content[], omitted: Counts): string | InspectContent[] {
  const parts = nodes.flatMap((node) => toPart(node, omitted));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part["text"]] : []));
  return texts.length === parts.length ? texts.join("\n\n") : parts;
}

function toPart(node: Content, omitted: Counts): InspectContent[] {
  if (node.type === "text") return [{ type: "text", text: node.value }];
  if (node.type === "thinking") return [{ type: "reasoning", reasoning: node.value, redacted: node.redacted }];
  if (node.type === "unknown") return [{ type: "data", data: { block_type: node.blockType, raw: node.raw } }];
  const address = node.type === "image" || node.type === "document" ? addressOf(node) : undefined;
  if (address !== undefined && node.type === "image") return [{ type: "image", image: address }];
  if (address !== undefined && node.type === "document")
    return [{ type: "document", document: address, filename: node.title, mime_type: node.mediaType }];
  count(omitted, node.type);
  return [];
}

/** An address that holds the bytes, or says where they are; `undefined` if they were not recorded. */
function addressOf({ mediaType, data, url }: Image | Document): string | undefined {
  if (data === undefined) return url;
  // The text of a document is recorded as it is.
  return mediaType === "text/plain"
    ? `data:text/plain;charset=utf-8,${encodeURIComponent(data.replaceAll(/\p{Surrogate}/gu, "\uFFFD"))}`
    : `data:${mediaType};base64,${data}`;
}
