/** Whether a file is, by its name, the transcript of an agent: `agent-<id>.jsonl`, beside the session or below it. */
export function isAgentFile(path: string): boolean {
  return /(?:^|\/)agent-[^/]*\.jsonl$/.test(path);
}
