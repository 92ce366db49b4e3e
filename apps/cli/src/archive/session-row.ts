import {
  beginsTurn,
  isRunByClient,
  isThread,
  leaves,
  measureUsage,
  type Message,
  type Nodes,
  type Session,
  sessionPath,
  sessionStemOf,
  type UsageTotals,
  walk,
} from "@ccdag/ccast";
import { titleOf } from "@ccdag/mdast";
import { baseOfVariant, pathOnDisk, statOf } from "@ccdag/files";
import type { VFile } from "vfile";
import type { TreePart } from "../tree.ts";

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
];

/** What is known of one session: what `ccdag ls` lists, and what `ccdag usage --by` adds up. */
export interface SessionRow {
  readonly id: string;
  /** Its title, else its first prompt; empty if it has neither. */
  readonly title: string;
  /** Its transcript, relative to the folder that was read. */
  readonly path: string;
  /** The directory that the client ran in. */
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  /** The session that it continues. */
  readonly continues?: string | undefined;
  /** Time of the first message and the last one, in milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What a person said: prompts and commands that begin a turn. */
  readonly prompts: number;
  /** Messages of the main thread and its branches. */
  readonly messages: number;
  /** Ways on that it has: 1 without a fork. */
  readonly branches: number;
  readonly agents: number;
  /** The size of its transcript and of the files in its folder, in bytes. */
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
export function sessionRows({ tree, file }: Pick<TreePart, "tree" | "file">): SessionRow[] {
  const calls = measureUsage(tree).messages;
  const rows: Draft[] = [];
  const above = new Map<Nodes, Home>();
  walk(tree, (node, parent) => {
    const home = parent && above.get(parent);
    if (node.type === "session") {
      const row = new Draft(node);
      rows.push(row);
      above.set(node, { row, agentType: "" });
    } else if (isThread(node) && home) {
      const agentType = node.type === "agent" ? (node.agentType ?? node.name ?? "unknown") : home.agentType;
      above.set(node, { row: home.row, agentType });
      if (node.type === "agent" && !isRunByClient(node)) home.row.agents++;
    } else if (node.type === "message" && home) home.row.add(node, home.agentType, calls.get(node));
  });
  const ends = new Map<string, number>();
  for (const { sessionId } of leaves(tree)) ends.set(sessionId, (ends.get(sessionId) ?? 0) + 1);
  const sizes = sizesOf(file);
  const paths = new Map<string, string>();
  for (const { sessionId, path, agent } of file.data.transcript!.dag.threads.values())
    if (agent === undefined && !paths.has(sessionId)) paths.set(sessionId, path);
  // Of some sessions only agents are left.
  for (const { sessionId, path } of file.data.transcript!.dag.threads.values())
    if (!paths.has(sessionId)) paths.set(sessionId, `${sessionStemOf(path)}.jsonl`);
  return rows.map((row) => row.toRow(paths, ends, sizes));
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

/** The session that a thread belongs to, and the type of the agent. */
interface Home {
  readonly row: Draft;
  readonly agentType: string;
}

class Draft {
  readonly #session: Session;
  readonly #calls: CallRow[] = [];
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #prompts = 0;
  #messages = 0;
  agents = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  add(node: Message, agentType: string, usage: UsageTotals | undefined): void {
    const { timestamp, model = "" } = node;
    if (timestamp !== undefined && !Number.isNaN(timestamp)) {
      this.#from = Math.min(this.#from, timestamp);
      this.#to = Math.max(this.#to, timestamp);
    }
    if (agentType === "") {
      this.#messages++;
      if (beginsTurn(node)) this.#prompts++;
    }
    if (usage === undefined) return;
    const { input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches } = usage;
    const time = timestamp ?? null;
    this.#calls.push([time, model, agentType, input, output, cacheRead, cacheWrite, cacheWrite1h, webSearches]);
  }

  toRow(
    paths: ReadonlyMap<string, string>,
    ends: ReadonlyMap<string, number>,
    sizes: ReadonlyMap<string, number>,
  ): SessionRow {
    const { sessionId, cwd, gitBranch, from } = this.#session;
    // One id may be that of several files.
    const path = sessionPath(this.#session) ?? paths.get(sessionId) ?? `${sessionId}.jsonl`;
    return {
      id: sessionId,
      title: titleOf(this.#session, titleChars),
      path,
      cwd,
      gitBranch,
      continues: from?.sessionId,
      from: Number.isFinite(this.#from) ? this.#from : undefined,
      to: Number.isFinite(this.#to) ? this.#to : undefined,
      prompts: this.#prompts,
      messages: this.#messages,
      branches: ends.get(sessionId) ?? 1,
      agents: this.agents,
      bytes: sizes.get(baseOfVariant(sessionStemOf(path))) ?? 0,
      calls: this.#calls,
    };
  }
}
