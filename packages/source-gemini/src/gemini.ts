import { parseRecords, type Source } from "@ccdag/core";

/** A source for sessions of Gemini CLI. */
export const gemini: Source = {
  name: "gemini",
  accepts: () => false,
  *entries(file, options) {
    for (const record of parseRecords(file, options)) if ("form" in record) yield record;
  },
};
