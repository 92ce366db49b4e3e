import type { Entry } from "../../entry/entry.ts";
import { isObject } from "../../entry/parse-records.ts";

/**
 * The uuids of the messages that a compaction kept word for word, as its boundary names them: the tail first, then the
 * head, then all. No file need hold them.
 */
export function preservedUuids(boundary: Entry): string[] {
  const metadata = boundary.raw["compactMetadata"];
  if (!isObject(metadata)) return [];
  const { preservedSegment: segment, preservedMessages: messages } = metadata;
  const named: unknown[] = isObject(segment) ? [segment["tailUuid"], segment["headUuid"]] : [];
  const listed = isObject(messages) ? messages["uuids"] : undefined;
  if (Array.isArray(listed)) for (const uuid of listed as unknown[]) named.push(uuid);
  return named.filter((uuid): uuid is string => typeof uuid === "string");
}
