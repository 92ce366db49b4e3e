import { defaultLabels } from "@ccdag/mdast";

/** Tables of labels that take rows with names that only plugins know. */
const openTables: ReadonlySet<string> = new Set(["branches", "kinds"]);

/** The names of all labels, such as `session` and, in a table of labels, `actors.human`; a table that takes any row is one name. */
export const labelNames: readonly string[] = Object.entries(defaultLabels).flatMap(([name, value]) =>
  typeof value === "object" && !openTables.has(name) ? Object.keys(value).map((row) => `${name}.${row}`) : name,
);
