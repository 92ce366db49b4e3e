import type { JsonObject } from "@ccdag/core";
import type { TranscriptPlace, PlacedFacts } from "@ccdag/files/clients";
import { readTitles, type CodexFacts } from "./codex-facts.ts";
import { isCompressed } from "./to-lines.ts";
import { markedContent } from "./mark-content.ts";
import { titles } from "./names.ts";
import { Originals } from "./originals.ts";
import { type Rollout, CodexThreads } from "./codex-threads.ts";

/**
 * Say where the rollouts belong. Most are transcripts as they are. Content is made of a rollout whose name says what its
 * records do not (a segment), of one that begins with copies, and of the title of a session.
 *
 * @param files the facts of all files.
 */
export function* place(files: ReadonlyArray<PlacedFacts<CodexFacts>>): Generator<TranscriptPlace> {
  const threads = new CodexThreads(files);
  const originals = new Originals(threads);
  for (const rollouts of threads.byId.values()) for (const one of rollouts) yield placeOf(one, threads, originals);
  const index = files.find(({ path }) => path === titles);
  if (index === undefined || !("titled" in index.facts)) return;
  let known: ReturnType<typeof readTitles> | undefined;
  for (const session of index.facts.titled) {
    const facts = threads.facts(session);
    if (facts === undefined || facts.agent !== undefined) continue;
    // The file is read once for all of them.
    const content = async ([real]: readonly string[]) => {
      known ??= readTitles(real!);
      const { updated_at: timestamp, ...payload } = (await known).get(session) ?? {};
      return `${JSON.stringify({ timestamp, type: "session_index", payload })}\n`;
    };
    yield { session, cwd: facts.cwd, of: [titles], content };
  }
}

function placeOf({ path, segment, facts }: Rollout, threads: CodexThreads, originals: Originals): TranscriptPlace {
  const { thread, agent, copies } = facts;
  const session = agent === undefined ? thread : threads.top(facts);
  const cwd = threads.facts(session)?.cwd ?? facts.cwd;
  const where =
    agent === undefined ? { session, cwd } : { session, cwd, agent: thread, about: aboutOf(facts, session, threads) };
  const isCopy = copies !== undefined && segment === undefined && threads.byId.has(copies);
  const own = segment === thread ? undefined : segment;
  if (!isCopy && own === undefined && !isCompressed(path)) return { ...where, of: [path] };
  const others = isCopy ? originals.paths(facts) : [];
  return {
    ...where,
    of: [path, ...others],
    content: async ([real, ...reals]) =>
      markedContent(real!, {
        segment: own,
        copies: isCopy
          ? await originals.find(facts, real!, new Map(others.map((one, at) => [one, reals[at]!])))
          : undefined,
      }),
  };
}

/** What the engine asks about an agent. */
function aboutOf({ thread, agent, copies }: Rollout["facts"], session: string, threads: CodexThreads): JsonObject {
  const { parent, path, nickname, kind, isInternal } = agent ?? {};
  const about = {
    toolUseId: threads.call(thread),
    parentAgentId: parent === session ? undefined : parent,
    name: path?.split("/").findLast((part) => part !== "") ?? nickname,
    agentType: kind,
    isFork: copies === undefined ? undefined : true,
    agentMode: isInternal === true ? "internal" : "background",
  };
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
}
