/** What the commands of a group are for, by its name. */
export const groups: Readonly<Record<string, string>> = {
  store: "keep conversations as trees of messages: serve them, import transcripts, export documents",
};

/** The headings of help. Commands of one purpose follow one another. */
export const purposes = {
  read: "Find and read:",
  share: "Share:",
  work: "What was done:",
  cost: "Tokens and cost:",
  keep: "Keep:",
  check: "Check, and report a fault:",
  setup: "Set up:",
} as const;
