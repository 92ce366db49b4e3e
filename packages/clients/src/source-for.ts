import type { Source } from "@ccdag/core";
import { clientTable } from "./client-table.ts";

/**
 * The source that may read a transcript; it is loaded when it is needed for the first time.
 *
 * @param head the first characters of the transcript, at least 200 of them.
 * @returns `undefined` for transcripts of Claude Code. Whether a source accepts the transcript is asked later.
 */
export async function sourceFor(head: string): Promise<Source | undefined> {
  const client = clientTable.find(({ mark }) => head.includes(mark));
  return client && (await client.load()).source;
}
