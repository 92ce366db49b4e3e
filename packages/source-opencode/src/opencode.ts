import { parseRecords, type Source } from "@ccdag/core";
import { translate } from "./translate/translate.ts";
import { text } from "./read-value.ts";

/**
 * A source for sessions of opencode, as {@link files} makes them of its database: each line is a row, or what of a message
 * is one record.
 */
export const opencode: Source = {
  name: "opencode",
  mark: '{"opencode":"',
  accepts: (_, first) => text(first?.["opencode"]) !== undefined && text(first?.["row"]) !== undefined,
  *entries(file, options) {
    let session: Readonly<Record<string, unknown>> = {};
    for (const record of parseRecords(file, options)) {
      if ("form" in record) {
        yield record;
        continue;
      }
      const { raw, location } = record;
      if (raw["opencode"] === "session") session = raw;
      yield translate(raw, session, location);
    }
  },
};
