import type { Source } from "@ccdag/core";
import { clientTable, type OtherClient } from "./client-table.ts";

/**
 * The source that may read a transcript; it is loaded when it is needed for the first time.
 *
 * @param head the first characters of the transcript, see `headOf` of `@ccdag/core`.
 * @returns `undefined` for transcripts of Claude Code. Whether a source accepts the transcript is asked later.
 */
export async function sourceFor(head: string): Promise<Source | undefined> {
  return (await clientOf(head)?.load())?.source;
}

/**
 * The coding agent that wrote a transcript.
 *
 * @param head the first characters of the transcript, see `headOf` of `@ccdag/core`.
 * @param more the agents that plugins bring, see {@link clientsOf} (default: none).
 * @returns `undefined` for Claude Code.
 */
export function clientOf(head: string, more: readonly OtherClient[] = []): OtherClient | undefined {
  return [...more, ...clientTable].find(({ mark }) => head.includes(mark));
}
