/** What the commands of a group are for, by its name. */
export const groups: Readonly<Record<string, string>> = {
  store: "keep conversations as trees of messages: serve them, import transcripts, export documents",
};
