import type { TranscriptPlace } from "@ccdag/files/clients";
import type { SpawningCall } from "./database/spawning-calls.ts";
import type { OpencodeSession } from "./database/read-facts.ts";

/**
 * Where a session belongs: at the top, or below the session at whose top its chain of parents ends.
 *
 * @param session what is known of it.
 * @param all the sessions of its database, by id.
 */
export function placeOf(
  session: OpencodeSession,
  all: ReadonlyMap<string, OpencodeSession>,
): Pick<TranscriptPlace, "session" | "agent" | "about" | "cwd"> {
  const top = topOf(session, all);
  if (top === session) return { session: session.id, cwd: session.cwd };
  const parent = all.get(session.parent!)!;
  return {
    session: top.id,
    agent: session.id,
    about: {
      ...aboutOf(Object.hasOwn(parent.calls ?? {}, session.id) ? parent.calls?.[session.id] : undefined),
      ...(parent === top ? {} : { parentAgentId: parent.id }),
    },
    cwd: top.cwd,
  };
}

function topOf(session: OpencodeSession, all: ReadonlyMap<string, OpencodeSession>): OpencodeSession {
  const seen = new Set([session]);
  let top = session;
  for (let next = all.get(top.parent ?? ""); next !== undefined; next = all.get(top.parent ?? "")) {
    // A chain that leads into itself has no top.
    if (seen.has(next)) return session;
    seen.add(next);
    top = next;
  }
  return top;
}

function aboutOf(call: SpawningCall | undefined): Record<string, string> {
  if (call === undefined) return {};
  const { id, type, description } = call;
  return {
    toolUseId: id,
    ...(type === undefined ? {} : { agentType: type }),
    ...(description === undefined ? {} : { description }),
  };
}
