import { parseRecords, type Source, toRecord } from "@ccdag/core";

/** The `type` of the first record of a file that a store wrote. */
const headerType = "ccdag-store";

/**
 * A source for messages that programs stored in a conversation store (`@ccdag/store`), as `ccdag store export` writes them: a
 * header, then a record for each message, with the fields of Claude Code. In a store every fork was chosen, also one
 * between two answers.
 *
 * A file is accepted if its first record is such a header.
 */
export const storeSource: Source = {
  name: "store",
  mark: `"${headerType}"`,
  accepts: (_, first) => first?.["type"] === headerType,
  *entries(file, options) {
    for (const record of parseRecords(file, options))
      if ("form" in record) yield record;
      else if (record.raw["type"] === headerType) yield toRecord(record.raw, record.location, { isKnown: true });
      else yield toRecord(record.raw, record.location, { isChosen: true });
  },
};
