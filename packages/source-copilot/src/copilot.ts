import { parseRecords, type Source } from "@ccdag/core";

/** A source for sessions of Copilot CLI. */
export const copilot: Source = {
  name: "copilot",
  accepts: () => false,
  *entries(file, options) {
    for (const record of parseRecords(file, options)) if ("form" in record) yield record;
  },
};
