import { readdir } from "node:fs/promises";
import { plainName } from "./is-transcript.ts";

/** The names of the transcripts in the folder of a project, but for those of agents; none if it cannot be listed. */
export async function namesOfSessions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => plainName(name).endsWith(".jsonl") && !name.startsWith("agent-"));
}
