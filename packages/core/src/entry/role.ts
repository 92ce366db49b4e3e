/**
 * Whether a file is, by its name, the transcript of an agent: `agent-<id>.jsonl`, beside the session or below it.
 *
 * @param path the path of the file, with `/`.
 */
export function isAgentFile(path: string): boolean {
  return /(?:^|\/)agent-[^/]*\.jsonl$/.test(path);
}

/**
 * Whether a file is, by its name, a sidecar: evidence beside the transcripts. These are the notes on agents, the records
 * of workflow runs, and tool outputs that were too large for a transcript.
 *
 * @param path the path of the file, with `/`.
 */
export function isSidecar(path: string): boolean {
  return /\.json$|(?:^|\/)journal\.jsonl$/.test(path) || isOutput(path);
}

/**
 * Whether a file is, by its name, a tool output that was too large for a transcript.
 *
 * @param path the path of the file, with `/`.
 */
export function isOutput(path: string): boolean {
  return /(?:^|\/)tool-results\/[^/]+$/.test(path);
}
