/**
 * Whether a file is, by its name, the transcript of an agent: `agent-<id>.jsonl`, beside the session or below it.
 *
 * @param path the path of the file, with `/`.
 */
export function isAgentFile(path: string): boolean {
  return /(?:^|\/)agent-[^/]*\.jsonl$/.test(path);
}
