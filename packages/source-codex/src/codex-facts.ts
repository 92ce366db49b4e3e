import { type CodexAgent, type RolloutHeader, headerOf } from "./header.ts";
import type { RolloutLine } from "./line.ts";
import { linesOfFile } from "./to-lines.ts";
import { parseLine } from "./parse-line.ts";
import { Spawned } from "./spawned.ts";
import { text } from "./values.ts";

/** What is remembered of a rollout. No words of the conversation are in it. */
export interface RolloutFacts {
  readonly thread: string;
  /** Of an agent: the session at the top, if it is recorded. */
  readonly session: string;
  readonly cwd?: string | undefined;
  readonly agent?: CodexAgent | undefined;
  /** The thread that it begins with copies of, if it does. */
  readonly copies?: string | undefined;
  /** The calls that spawned agents, by the thread of the agent. */
  readonly spawned: Readonly<Record<string, string>>;
}

/** What is remembered of the index of titles: the sessions that have one. */
export interface TitleFacts {
  readonly titled: readonly string[];
}

export type CodexFacts = RolloutFacts | TitleFacts;

/**
 * Find the facts of a rollout.
 *
 * @param real the path of the file.
 * @param name the thread that the name of the file says, for a file whose header is damaged.
 */
export async function rolloutFacts(real: string, name: string): Promise<RolloutFacts> {
  const spawned = new Spawned();
  const headers: RolloutHeader[] = [];
  let isBeginning = true;
  for await (const { bytes, line } of linesOfFile(real)) {
    const isNeeded: boolean = isBeginning || Spawned.marks.some((mark) => bytes.includes(mark));
    const read: RolloutLine | undefined = isNeeded ? parseLine(bytes, line) : undefined;
    if (read === undefined) continue;
    // The second header, if there is one, is the copied one of the parent.
    if (isBeginning && read.type === "session_meta") headers.push(headerOf(read.payload));
    isBeginning = isBeginning && read.type === "session_meta" && headers.length < 2;
    spawned.read(read);
  }
  const [header = headerOf({ id: name }), copied] = headers;
  const { cwd, agent, base, forkedFrom } = header;
  const thread = header.thread === "" ? name : header.thread;
  const session = header.session === "" ? thread : header.session;
  const parent = copied?.thread ?? forkedFrom;
  const copies = base === undefined && parent !== thread ? parent : undefined;
  return { thread, session, cwd, agent, copies, spawned: spawned.calls };
}

/**
 * Find the sessions that have a title.
 *
 * @param real the path of `session_index.jsonl`.
 */
export async function indexFacts(real: string): Promise<TitleFacts> {
  return { titled: [...(await readTitles(real)).keys()] };
}

/**
 * Read the titles of sessions. The last line of a session counts.
 *
 * @param real the path of `session_index.jsonl`.
 * @returns the line of each session, by its id.
 */
export async function readTitles(real: string): Promise<Map<string, Record<string, unknown>>> {
  const titles = new Map<string, Record<string, unknown>>();
  for await (const { bytes, line } of linesOfFile(real)) {
    const read = parseLine(bytes, line);
    const id = text(read?.raw["id"]);
    if (read !== undefined && id !== undefined) titles.set(id, read.raw);
  }
  return titles;
}
