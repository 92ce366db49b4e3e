import {
  defaultClient,
  factsOf,
  isThread,
  measureUsage,
  type ModelUsage,
  type Message,
  type Nodes,
  type Root,
  type Session,
  type SessionCounts,
  sessionPath,
  sessionStemOf,
  type UsageReport,
  walk,
} from "@ccdag/ccast";
import { groupBy, type JsonObject } from "@ccdag/core";
import { titleOf } from "@ccdag/mdast";
import { baseOfVariant, pathOnDisk, statOf } from "@ccdag/files";
import { dirname } from "node:path";
import type { VFile } from "vfile";

/** One API call of a session. A list, because there are hundreds of thousands of them. */
export type CallRow = readonly [
  /** Milliseconds since 1970; `null` if it has no time. */
  time: number | null,
  model: string,
  /** The type of the agent that made it; empty for the main thread. */
  agentType: string,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
  webSearches: number,
  /** What its client recorded as its cost, in US dollars; 0 for nothing. */
  recordedCost: number,
];

/** What is known of one session: what `ccdag ls` lists, and what `ccdag usage --by` adds up. */
export interface SessionRow extends SessionCounts {
  readonly id: string;
  /** Its title, else its first prompt; empty if it has neither. */
  readonly title: string;
  /** Its transcript, relative to the folder that was read. */
  readonly path: string;
  /** The folder of its transcript; absent if only agents are left of it. */
  readonly folder?: string | undefined;
  /** The coding agent that it is a session of, as in `clients` of `@ccdag/ccast`. */
  readonly client: string;
  /** The directory that the client ran in. */
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  /** The worktrees that it was moved into, as recorded, each with the directory that it was in before. */
  readonly worktrees?: ReadonlyArray<readonly [path: string, repository: string]> | undefined;
  /** The session that it continues. */
  readonly continues?: string | undefined;
  /** The size of its transcript and of the files in its folder. */
  readonly bytes: number;
  readonly calls: readonly CallRow[];
  /** Whether its transcript is gone, so that only its prompts are known (default: `false`). */
  readonly isOnlyPrompts?: boolean | undefined;
}

const titleChars = 200;

/**
 * The rows of the sessions of a part, those below other sessions included.
 *
 * @param part the part, with the files that it was made of.
 */
export function sessionRows({ tree, file }: { readonly tree: Root; readonly file: VFile }): SessionRow[] {
  const report = measureUsage(tree);
  const calls = callsOf(tree, report.calls);
  const sizes = sizesOf(file);
  const files = new Map(file.data.companions?.map((one) => [one.path, pathOnDisk(one)]));
  const worktrees = worktreesIn(file);
  const paths = new Map<string, string>();
  for (const { sessionId, path, agent } of file.data.transcript!.dag.threads.values())
    if (agent === undefined && !paths.has(sessionId)) paths.set(sessionId, path);
  // Of some sessions only agents are left.
  for (const { sessionId, path } of file.data.transcript!.dag.threads.values())
    if (!paths.has(sessionId)) paths.set(sessionId, `${sessionStemOf(path)}.jsonl`);
  return [...factsOf(tree, report)].map(([session, facts]) => {
    const { depth: _, usage: __, ...counts } = facts;
    const { sessionId: id, client = defaultClient, cwd, gitBranch, from } = session;
    // One id may be that of several files.
    const path = sessionPath(session) ?? paths.get(id) ?? `${id}.jsonl`;
    return {
      id,
      title: titleOf(session, titleChars),
      path,
      folder: files.has(path) ? dirname(files.get(path)!) : undefined,
      client,
      cwd,
      gitBranch,
      worktrees: worktrees.get(path),
      continues: from?.sessionId,
      ...counts,
      bytes: sizes.get(baseOfVariant(sessionStemOf(path))) ?? 0,
      calls: calls.get(session) ?? [],
    };
  });
}

/** The worktrees that the sessions of each transcript were moved into. */
function worktreesIn({ data }: VFile): ReadonlyMap<string, SessionRow["worktrees"]> {
  const records = data.transcript!.dag.bookkeeping.filter(({ type }) => type === "worktree-state");
  const byPath = groupBy(records, ({ location }) => location.path);
  return new Map([...byPath].map(([path, own]) => [path, worktreesOf(own.map(({ raw }) => raw))]));
}

/** The worktrees that a session was moved into, from its records of type `worktree-state`. */
export function worktreesOf(records: readonly JsonObject[]): SessionRow["worktrees"] {
  const found = records.flatMap(({ worktreeSession }) => {
    const { worktreePath: path, originalCwd: repository } = (worktreeSession ?? {}) as JsonObject;
    return typeof path === "string" && typeof repository === "string" ? [[path, repository] as const] : [];
  });
  return found.length === 0 ? undefined : found;
}

/** The API calls of each session. */
function callsOf(tree: Root, usage: UsageReport["calls"]): ReadonlyMap<Session, readonly CallRow[]> {
  const calls = new Map<Session, CallRow[]>();
  const homes = new Map<Nodes, { readonly calls: CallRow[]; readonly agentType: string }>();
  walk(tree, (node, parent) => {
    const home = parent && homes.get(parent);
    if (node.type === "session") {
      const own: CallRow[] = [];
      calls.set(node, own);
      homes.set(node, { calls: own, agentType: "" });
    } else if (isThread(node) && home) {
      const agentType = node.type === "agent" ? (node.agentType ?? node.name ?? "unknown") : home.agentType;
      homes.set(node, { calls: home.calls, agentType });
      const inProgress = node.type === "agent" ? (node.calls ?? []) : [];
      for (const call of inProgress)
        for (const used of usage.get(call) ?? []) home.calls.push(toCall(call, agentType, used));
    } else if (node.type === "message" && home) {
      for (const used of usage.get(node) ?? []) home.calls.push(toCall(node, home.agentType, used));
    }
  });
  return calls;
}

/** A call as a row. */
export function toCall(
  { timestamp }: Pick<Message, "timestamp">,
  agentType: string,
  { model = "", usage, recordedCost = 0 }: ModelUsage,
): CallRow {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches } = usage;
  const tokens = [input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches] as const;
  return [timestamp ?? null, model, agentType, ...tokens, recordedCost];
}

/** The size of each transcript with the files in its folder, by its path without an ending. */
function sizesOf({ data }: VFile): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const file of data.companions ?? []) {
    // All variants of a transcript are one session.
    const stem = baseOfVariant(sessionStemOf(file.path));
    // The content is not kept once it is parsed.
    sizes.set(stem, (sizes.get(stem) ?? 0) + Number(statOf(pathOnDisk(file))?.size ?? 0));
  }
  return sizes;
}
