/**
 * Whether a file of a project is read: transcripts, also compressed (`.jsonl.gz`, `.jsonl.zst`), and their sidecars,
 * which include the records of workflows and tool outputs that were too large for a transcript. The prompt history is
 * not read.
 *
 * @param path relative to the project, with `/`.
 */
export function isTranscript(path: string): boolean {
  const name = plainName(path.slice(path.lastIndexOf("/") + 1));
  if (name === "") return false;
  if (/(?:^|\/)tool-results\/[^/]+$/.test(path) || name.endsWith(".meta.json")) return true;
  if (name === "journal.jsonl" || name.endsWith(".json"))
    return /(?:^|\/)workflows\/[^/]+(?:\/journal\.jsonl|\.json)$/.test(path);
  return name.endsWith(".jsonl") && name !== "history.jsonl";
}

/**
 * The name of a transcript without the ending of its compression: `a.jsonl.gz` is read as `a.jsonl`.
 *
 * @param path the path of a file; one that is not compressed is returned as it is.
 */
export function plainName(path: string): string {
  return path.replace(/(\.jsonl)\.(?:gz|zst)$/, "$1");
}
