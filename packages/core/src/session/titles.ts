import type { Dag } from "../dag/dag.ts";

/** Which titles win: what a person wrote, then what the client made, then the oldest form. */
const fields = [
  ["custom-title", "customTitle"],
  ["ai-title", "aiTitle"],
  ["summary", "summary"],
] as const;

/** The title of each session file, by path; of one kind the last wins. A summary belongs to the file of its leaf. */
export function findTitles(dag: Dag): Map<string, string> {
  const found = new Map<string, Map<string, string>>();
  // Other programs have titles in their chains.
  const named = [...dag.entries.values()].filter(({ type }) => type === "custom-title");
  for (const { type, raw, location } of [...dag.bookkeeping, ...named]) {
    const field = fields.find(([name]) => name === type)?.[1];
    const title = field && raw[field];
    if (typeof title !== "string") continue;
    const leaf = typeof raw["leafUuid"] === "string" ? dag.resolve(raw["leafUuid"]) : undefined;
    const path = type === "summary" ? leaf?.location.path : location.path;
    if (path === undefined) continue;
    const titles = found.get(path) ?? new Map<string, string>();
    found.set(path, titles);
    // An empty one takes back what was there.
    if (title === "") titles.delete(type);
    else titles.set(type, title);
  }
  const titles = new Map<string, string>();
  for (const [path, byType] of found) {
    const type = fields.find(([name]) => byType.has(name))?.[0];
    if (type !== undefined) titles.set(path, byType.get(type)!);
  }
  return titles;
}
