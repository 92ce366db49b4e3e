import { defaultClient, type Reference, type Session } from "@ccdag/ccast";
import { family } from "../thread/active.ts";
import type { Thread } from "../thread/thread.ts";
import type { SessionTree } from "../session/session.ts";

/**
 * Build the node of a session without its children: its client, its title and pull requests, and the folder, git branch and client
 * version of the first entry that names each.
 */
export function toSession(thread: Thread, { titleOf, pullsOf }: SessionTree, from: Reference | undefined): Session {
  const { sessionId, path } = thread.info;
  return {
    type: "session",
    sessionId,
    client: thread.entries[0]?.client ?? defaultClient,
    title: titleOf(path),
    cwd: firstText(thread, "cwd"),
    gitBranch: firstText(thread, "gitBranch"),
    version: firstText(thread, "version"),
    pulls: pullsOf(path),
    from,
    children: [],
  };
}

function firstText(thread: Thread, field: string): string | undefined {
  for (const { entries } of family(thread))
    for (const { raw } of entries) if (typeof raw[field] === "string" && raw[field] !== "") return raw[field];
  return undefined;
}
