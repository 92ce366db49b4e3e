import { parseRecords, type Source } from "@ccdag/core";

/** A source for sessions of Codex CLI. */
export const codex: Source = {
  name: "codex",
  accepts: () => false,
  *entries(file, options) {
    for (const record of parseRecords(file, options)) if ("form" in record) yield record;
  },
};
