import { objectOn } from "@ccdag/core";

/** Types of entries that continue a conversation. */
const types = new Set(["user", "assistant", "system", "attachment", "progress"]);
/** Fields of entries that say something of another thread, file or part of the conversation. */
const fields = ["agentId", "forkedFrom", "isCompactSummary", "logicalParentUuid", "compactMetadata", "teamName"];

/** What is known of the records at the end of a transcript. */
export interface KnownRecords {
  /** The uuids of its entries. */
  readonly uuids: Set<string>;
  readonly sessionId: unknown;
}

/**
 * Whether a record that was appended only continues what is known: an entry below one of the known entries, or a record
 * without a uuid. Its uuid is then known, too.
 *
 * @param line the record.
 * @param known changed.
 */
export function continues(line: string, known: KnownRecords): boolean {
  const record = objectOn(line);
  if (record === undefined) return false;
  const { uuid, parentUuid, type, sessionId, isSidechain } = record;
  if (sessionId !== undefined && sessionId !== known.sessionId) return false;
  if (uuid === undefined) return typeof type === "string" && !types.has(type);
  if (typeof uuid !== "string" || known.uuids.has(uuid) || isSidechain === true) return false;
  if (typeof parentUuid !== "string" || !known.uuids.has(parentUuid)) return false;
  if (typeof type !== "string" || !types.has(type) || fields.some((field) => isSet(record[field]))) return false;
  known.uuids.add(uuid);
  return true;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
