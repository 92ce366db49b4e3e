import type { Reference, Session } from "@ccdag/ccast";
import { family } from "../line/active.ts";
import type { DagLine } from "../line/line.ts";
import type { SessionTree } from "../session/session.ts";

/** The head of a session: its title, and where the client ran when it wrote the first entry that says so. */
export function toSession(line: DagLine, { titleOf, pullsOf }: SessionTree, from: Reference | undefined): Session {
  const { sessionId, path } = line.info;
  return {
    type: "session",
    sessionId,
    title: titleOf(path),
    cwd: firstText(line, "cwd"),
    gitBranch: firstText(line, "gitBranch"),
    version: firstText(line, "version"),
    pulls: pullsOf(path),
    from,
    children: [],
  };
}

function firstText(line: DagLine, field: string): string | undefined {
  for (const { entries } of family(line))
    for (const { raw } of entries) if (typeof raw[field] === "string" && raw[field] !== "") return raw[field];
  return undefined;
}
