import { report } from "../report.ts";
import type { TranscriptRecord } from "./entry.ts";
import { parseRecords, toRecord } from "./parse-records.ts";
import { type InputFile, type Source, type SourceOptions, sourceOf } from "./source.ts";

/**
 * Read the records of one file, one at a time. Every line that is not blank gives one record. A line that holds no JSON
 * object is reported (`invalid-json`) and gives a malformed record, and the records that are whole on it; bytes that are not UTF-8 are replaced and reported
 * (`invalid-utf8`). Values nested deeper than 100 levels become strings of their JSON (`deep-json`). If a source of an extension accepts the file, that source reads it.
 *
 * @param file the path and content of the file.
 * @param options `report`, which takes messages, and `sources`.
 * @returns the records, in file order.
 */
export function* parseEntries(file: InputFile, options: SourceOptions = {}): Generator<TranscriptRecord> {
  const source = sourceOf(file, options);
  if (source) yield* recordsOf(file, source, options);
  else for (const one of parseRecords(file, options)) yield "form" in one ? one : toRecord(one.raw, one.location);
}

/**
 * The records that a source makes of a file. What follows a record without a place in the graph follows what that follows. If the
 * source fails, the lines that it has not read are malformed (`source-failed`): a plugin that stumbles over one of them stops no
 * reader.
 *
 * @param file the path and content of the file.
 * @param source the source.
 * @param options what the source gets.
 */
function* recordsOf(file: InputFile, source: Source, options: SourceOptions): Generator<TranscriptRecord> {
  const above = new Map<string, string | null>();
  let line = 0;
  try {
    for (const record of source.entries(file, options)) {
      line = Math.max(line, record.location.line);
      if (record.form === "bookkeeping" && record.place !== undefined) {
        const { id, parent } = record.place;
        above.set(id, above.get(parent ?? "") ?? parent);
      }
      if (record.form !== "entry") {
        yield record;
        continue;
      }
      record.client = source.name;
      const { uuid, parentUuid } = record;
      if (uuid !== undefined) above.delete(uuid);
      const found = parentUuid === null ? undefined : above.get(parentUuid);
      yield found === undefined ? record : { ...record, parentUuid: found };
    }
  } catch (error) {
    // Chunks can be read only once.
    if (typeof file.value !== "string" && !(file.value instanceof Uint8Array)) throw error;
    yield* unread(file, line, `Unexpected failure of the source \`${source.name}\`: ${String(error)}`, options);
  }
}

/** The lines after one, as malformed ones. The first of them is where the source failed. */
function* unread(file: InputFile, after: number, reason: string, options: SourceOptions): Generator<TranscriptRecord> {
  let isReported = false;
  for (const { location } of parseRecords(file)) {
    if (location.line <= after) continue;
    if (!isReported) report(options, "source-failed", location, `${reason}; this line and those after it stay unread`);
    isReported = true;
    yield { form: "malformed", location, lost: location.columns };
  }
}
