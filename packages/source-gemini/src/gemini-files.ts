import type { JsonObject } from "@ccdag/core";
import type { ClientFiles, TranscriptPlace, PlacedFacts } from "@ccdag/files/clients";
import { type Log, placeAgents } from "./files/place-agents.ts";
import { contentOf } from "./files/log-content.ts";
import { type GeminiFacts, factsOf } from "./files/gemini-facts.ts";
import { kindOf, projectOf } from "./files/kind-of-path.ts";
import { ProjectRoots } from "./files/project-roots.ts";

/**
 * How Gemini CLI keeps its sessions: `tmp/<project>/chats/session-<minute>-<id>.jsonl`, agents in a folder with the id of their session, and
 * in older versions one JSON file for each session.
 */
export const geminiFiles: ClientFiles = {
  name: "gemini",
  version: 2,
  folder: ".gemini",
  isFile: (path) => kindOf(path) !== undefined,
  facts: factsOf,
  place,
} satisfies ClientFiles<GeminiFacts>;

function* place(found: ReadonlyArray<PlacedFacts<GeminiFacts>>): Generator<TranscriptPlace> {
  const roots = new ProjectRoots(found);
  const logs = found.flatMap(({ path, facts }) => (facts.is === "log" ? [{ path, facts }] : [])).sort(byStart);
  const agents = placeAgents(logs);
  for (const log of logs) {
    const { path, facts } = log;
    const root = roots.of(projectOf(path), facts.hash);
    const agent = agents.get(log);
    const placed: JsonObject = {
      ...(root === undefined ? {} : { cwd: root.cwd }),
      ...(agent === undefined ? {} : { session: agent.session }),
    };
    // A point that was saved in another session begins as that one does.
    const origins = logs.filter(
      (one) => one !== log && facts.resumed.includes(one.facts.first) && projectOf(one.path) === projectOf(path),
    );
    yield {
      session: agent?.session ?? facts.id,
      ...(agent === undefined ? {} : { agent: facts.id, about: agent.about }),
      cwd: root?.cwd,
      of: [path, ...origins.map((one) => one.path), ...(root === undefined ? [] : [root.path])],
      content: ([real, ...others]) => contentOf(real!, placed, others.slice(0, origins.length)),
    };
  }
}

/** In the order in which they began; of two, an older format comes first. */
function byStart(a: Log, b: Log): number {
  if (a.facts.start !== b.facts.start) return a.facts.start < b.facts.start ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}
