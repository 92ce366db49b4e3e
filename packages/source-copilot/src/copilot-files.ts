import type { JsonObject } from "@ccdag/core";
import type { ClientFiles, TranscriptPlace, PlacedFacts } from "@ccdag/files/clients";
import { besideDatabase } from "@ccdag/sqlite";
import { contentOf } from "./files/transcript-content.ts";
import { type CopilotFacts, factsOf, type EventLogFacts } from "./files/copilot-facts.ts";
import { kindOf, pathOf, storePath } from "./files/session-path.ts";
import { StoredTurns } from "./files/session-store.ts";

/**
 * How Copilot CLI keeps its sessions: `session-state/<session>/events.jsonl`, with its name in `workspace.yaml`, and in older versions
 * `session-state/<session>.jsonl`. Agents stand in the log of their session; each becomes a transcript of its own. What a rewind has
 * cut from a log is left in `session-store.db`, the client's index: prompts, last answers and tokens.
 */
export const copilotFiles: ClientFiles = {
  name: "copilot",
  version: 3,
  folder: ".copilot",
  variable: "COPILOT_HOME",
  isFile: (path) => kindOf(path) !== undefined,
  beside: ({ path, real }) => (path === storePath ? besideDatabase(real) : []),
  facts: factsOf,
  place,
} satisfies ClientFiles<CopilotFacts>;

interface Log {
  readonly path: string;
  readonly session: string;
  readonly facts: EventLogFacts;
}

function* place(found: ReadonlyArray<PlacedFacts<CopilotFacts>>): Generator<TranscriptPlace> {
  const logs = found.flatMap(({ path, facts }) =>
    facts.is === "log" ? [{ path, session: pathOf(path)!.session, facts }] : [],
  );
  const names = new Map(found.map(({ path, facts }) => [path, facts.is === "workspace" ? facts.name : undefined]));
  const sessions = new Set(logs.map(({ session }) => session));
  const index = new StoredTurns(found.flatMap(({ facts }) => (facts.is === "store" ? [facts] : [])));
  try {
    for (const log of logs.sort(byStart)) {
      const { path, session, facts } = log;
      const { cwd, version } = facts;
      const workspace = path.replace("events.jsonl", "workspace.yaml");
      const origins = facts.forks.map((fork) => [...sessions].find((one) => one !== session && fork.includes(one)));
      const header = known({ session, cwd, version, name: names.get(workspace) });
      const cut = facts.cut === undefined ? undefined : index.stateOf(session);
      yield {
        session,
        cwd,
        of: [
          path,
          ...(names.has(workspace) && workspace !== path ? [workspace] : []),
          ...(cut === undefined ? [] : [storePath]),
        ],
        state: cut === undefined ? undefined : JSON.stringify([facts.cut, cut, header, origins]),
        content: async (real) => {
          const turns = cut === undefined ? [] : await index.turnsOf(session, real.at(-1)!);
          return contentOf(real[0]!, { header, origins, turns });
        },
      };
      for (const { id: agent, about, forks } of facts.agents) {
        // An agent that began in another session is the same there, with all that its first line says.
        const copyOf = origins[forks];
        const part = { agent, header: known({ session: copyOf ?? session, cwd, version }), copyOf, origins };
        yield { session, agent, about, cwd, of: [path], content: ([real]) => contentOf(real!, part) };
      }
    }
  } finally {
    index.close();
  }
}

/** Only what is known. */
function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** In the order in which they began. */
function byStart(a: Log, b: Log): number {
  if (a.facts.start !== b.facts.start) return a.facts.start < b.facts.start ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}
