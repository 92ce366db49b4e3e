import type { Compaction } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { isObject } from "../entry/parse-records.ts";
import { preservedUuids } from "../thread/place/preserved.ts";
import { time } from "./to-content.ts";
import { withRecordPosition } from "./position.ts";

/**
 * Build the node of a compaction boundary. Recorded values that are not numbers are ignored. The summary is
 * added later.
 */
export function toCompaction(boundary: Entry, dag: Dag): Compaction {
  const recorded = boundary.raw["compactMetadata"];
  const metadata = isObject(recorded) ? recorded : {};
  const kept = [...new Set(preservedUuids(boundary))].filter((uuid) => dag.resolve(uuid, boundary.location.path));
  return {
    type: "compaction",
    uuid: boundary.uuid,
    id: boundary.uuid === undefined ? boundary.id : undefined,
    uuids: boundary.uuid === undefined ? [] : [boundary.uuid],
    timestamp: time(boundary),
    durationMs: number(metadata["durationMs"]),
    trigger: typeof metadata["trigger"] === "string" ? metadata["trigger"] : undefined,
    preTokens: number(metadata["preTokens"]),
    postTokens: number(metadata["postTokens"]),
    preserved: kept.length > 0 ? kept.map((uuid) => ({ uuid })) : undefined,
    children: [],
    ...withRecordPosition(boundary),
  };
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
