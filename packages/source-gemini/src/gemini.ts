import { type JsonObject, neutralRecords, parseRecords, type Source } from "@ccdag/core";
import { toRecord, unknownIn } from "./records/to-record.ts";
import { callsWithResults } from "./log/calls-with-results.ts";
import { displayChanges } from "./log/display-changes.ts";
import { headerOf } from "./log/log-header.ts";
import { isHeader, messageId, setIn } from "./log/log-lines.ts";
import { placeLines } from "./log/place-lines.ts";
import { text } from "./message-parts.ts";

/**
 * A source for sessions of Gemini CLI. A file is a log: a header, messages, which are written again as a whole when they grow,
 * fields that were set (`$set`), and rewinds (`$rewindTo`). Nothing is ever removed of it.
 *
 * A file is accepted if its first record is one of those; `projectHash` stands in each header.
 */
export const gemini: Source = {
  name: "gemini",
  mark: '"projectHash"',
  accepts: (_, first) => first !== undefined && isOfLog(first),
  *entries(file, options) {
    const records = [...parseRecords(file, options)];
    const lines = records.flatMap((record) => ("form" in record ? [] : [record.raw]));
    const header = headerOf(file.path, lines);
    const places = placeLines(lines, { id: header.id, isAgent: header.agent !== undefined, file: header.file });
    const answered = callsWithResults(lines);
    const changes = displayChanges(lines);
    let index = 0;
    let time: string | undefined;
    for (const record of records) {
      if ("form" in record) {
        yield record;
        continue;
      }
      const place = places[index++]!;
      // A rewind has no time; without one it would be taken for as old as what it follows.
      time = timeIn(record.raw) ?? time;
      const at = time;
      const make = (rest: JsonObject) =>
        neutralRecords(
          {
            client: "gemini",
            id: place.id,
            parent: place.parent,
            session: header.session,
            time: at,
            cwd: header.cwd,
            agent: header.agent,
            unknown: unknownIn(record.raw, place),
            rest,
          },
          record.location,
        );
      yield toRecord(record.raw, { place, make, answered, changes });
    }
  },
};

function isOfLog(raw: JsonObject): boolean {
  return isHeader(raw) || setIn(raw) !== undefined || "$rewindTo" in raw || messageId(raw) !== undefined;
}

function timeIn(raw: JsonObject): string | undefined {
  return text(raw["timestamp"]) ?? text(setIn(raw)?.["lastUpdated"]) ?? text(raw["startTime"]);
}
