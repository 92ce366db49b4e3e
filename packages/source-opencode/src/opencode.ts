import { parseRecords, type Source } from "@ccdag/core";

/** A source for sessions of opencode. */
export const opencode: Source = {
  name: "opencode",
  accepts: () => false,
  *entries(file, options) {
    for (const record of parseRecords(file, options)) if ("form" in record) yield record;
  },
};
