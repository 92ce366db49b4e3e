import { isObject, type JsonObject, objectOn } from "@ccdag/core";

/**
 * The objects of a log. The older format is one object with all messages: its first line is then the header.
 *
 * @param path of the file.
 * @param content of the file.
 * @throws if a file of the older format is no JSON.
 */
export function toLines(path: string, content: string): JsonObject[] {
  if (path.endsWith(".json")) return legacyLines(content);
  return content
    .split("\n")
    .map(objectOn)
    .filter((raw) => raw !== undefined);
}

/** The lines that the client would write today for a session of the older format. */
export function legacyLines(content: string): JsonObject[] {
  const parsed: unknown = JSON.parse(content);
  if (!isObject(parsed)) throw new Error("Unexpected JSON, expected the object of a session");
  const { sessionId, projectHash, messages, ...others } = parsed;
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  return [
    { sessionId: sessionId ?? "", projectHash: projectHash ?? "", ...others },
    ...list.map((message) => (isObject(message) ? message : { value: message })),
  ];
}
