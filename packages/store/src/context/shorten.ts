import { messageFormats } from "../format/index.ts";
import type { JsonRecord, StoredMessage, MessagePart } from "../types.ts";

/** How many results or calls stay as they are. */
const keptRecent = 3;

/** Replace the texts of all but the newest tool results. */
export function shortenResults(
  messages: readonly StoredMessage[],
  kept: number = keptRecent,
  placeholder = "Done",
): readonly StoredMessage[] {
  return shorten(messages, "tool-result", kept, (part) => ({ ...part, text: placeholder, meta: withoutBlocks(part) }));
}

/** Replace the arguments of all but the newest tool calls. */
export function shortenCalls(messages: readonly StoredMessage[], kept: number = keptRecent): readonly StoredMessage[] {
  return shorten(messages, "tool-call", kept, (part) => ({ ...part, meta: { ...part.meta, arguments: "{}" } }));
}

function shorten(
  messages: readonly StoredMessage[],
  type: string,
  kept: number,
  change: (part: MessagePart) => MessagePart,
): readonly StoredMessage[] {
  let left = messages.reduce((sum, { parts }) => sum + parts.filter((part) => part.type === type).length, 0) - kept;
  return messages.map((message) => {
    if (left <= 0 || !message.parts.some((part) => part.type === type)) return message;
    const parts = message.parts.map((part) => (part.type === type && left-- > 0 ? change(part) : part));
    return { ...message, parts };
  });
}

/** The meta of a result without the blocks that a service has beside its text, such as images. */
function withoutBlocks({ meta = {} }: MessagePart): JsonRecord {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !messageFormats.some((format) => format === key)));
}
