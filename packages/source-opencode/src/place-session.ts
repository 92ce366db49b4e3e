import type { Place } from "@ccdag/files/clients";
import type { Call } from "./database/calls.ts";
import type { SessionFacts } from "./database/facts.ts";

/**
 * Where a session belongs: at the top, or below the session at whose top its chain of parents ends.
 *
 * @param session what is known of it.
 * @param all the sessions of its database, by id.
 */
export function placeOf(
  session: SessionFacts,
  all: ReadonlyMap<string, SessionFacts>,
): Pick<Place, "session" | "agent" | "about" | "cwd"> {
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

function topOf(session: SessionFacts, all: ReadonlyMap<string, SessionFacts>): SessionFacts {
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

function aboutOf(call: Call | undefined): Record<string, string> {
  if (call === undefined) return {};
  const { id, type, description } = call;
  return {
    toolUseId: id,
    ...(type === undefined ? {} : { agentType: type }),
    ...(description === undefined ? {} : { description }),
  };
}
