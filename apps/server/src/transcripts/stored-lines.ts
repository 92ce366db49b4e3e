import type { JsonRecord, StoredMessage } from "@ccdag/store";
import { metaOfProgram, toFormat } from "@ccdag/store/formats";

/** The first line of a file of messages that programs stored. */
export function headerLine(sessionId: string): string {
  return JSON.stringify({ type: "ccdag-store", version: 1, sessionId });
}

/**
 * A message as a line of a transcript.
 *
 * @param message a message that a program stored.
 * @param sessionId the session of the transcript that it continues, or its own.
 * @param parentUuid how that transcript calls the message that it follows.
 */
export function messageLine(message: StoredMessage, sessionId: string, parentUuid: string | null): string {
  const { id, role, parts, meta, createdAt } = message;
  const items = toFormat([{ role, parts, meta }], "anthropic").map(({ item }) => item);
  const content = items.flatMap((item) => contentOf(item));
  const own = metaOfProgram({ meta });
  const kept = Object.keys(own).length === 0 ? {} : { store: { meta: own } };
  return JSON.stringify({
    type: role,
    uuid: id,
    parentUuid,
    sessionId,
    timestamp: createdAt.toISOString(),
    message: { role, content },
    ...kept,
  });
}

function contentOf({ content }: JsonRecord): JsonRecord[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as JsonRecord[]) : [];
}
