/**
 * Whether a file of a project is read: transcripts and their sidecars, which include the records of workflows and tool
 * outputs that were too large for a transcript. The prompt history is not read.
 *
 * @param path relative to the project, with `/`.
 */
export function isTranscript(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "") return false;
  if (/(?:^|\/)tool-results\/[^/]+$/.test(path) || name.endsWith(".meta.json")) return true;
  if (name === "journal.jsonl" || name.endsWith(".json"))
    return /(?:^|\/)workflows\/[^/]+(?:\/journal\.jsonl|\.json)$/.test(path);
  return name.endsWith(".jsonl") && name !== "history.jsonl";
}
