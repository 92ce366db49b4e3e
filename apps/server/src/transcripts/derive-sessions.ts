import { type FlowContent, isThread, leaves, type Root, type Session } from "@ccdag/ccast";
import { headOf } from "@ccdag/core";
import type { SourceFor } from "@ccdag/files";
import { toProject } from "@ccdag/files/memory";
import { ccdag } from "@ccdag/processor";
import { type ImportedSession, isUuid, type SourceFile, uuidOf } from "@ccdag/store";
import { orderMessages } from "./order-messages.ts";
import { rawRecords } from "./raw-records.ts";
import { SessionWalk } from "./session-walk.ts";

/** The namespace of ids that are no UUIDs in the transcripts. */
const namespace = "5f0c1d2e-3f40-5a41-b2a3-0190c6f28d5e";

/** A message about a line of a transcript. */
export interface TranscriptWarning {
  readonly path: string;
  /** Absent for a message about the whole file. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/**
 * Make sessions of the store from transcripts: one for each session at the top of the tree, with those that continue it,
 * its branches and its agents as branches.
 *
 * @param files transcripts, agent files and sidecars that belong together.
 * @param warn takes messages about lines that could not be read as they are (default: they are dropped).
 * @param sourceFor finds the source of a transcript that is not of Claude Code (default: there are none).
 */
export async function deriveSessions(
  files: readonly SourceFile[],
  warn?: (warning: TranscriptWarning) => void,
  sourceFor?: SourceFor,
): Promise<ImportedSession[]> {
  const file = toProject(files.map(({ path, bytes }) => ({ path, value: bytes })));
  if (sourceFor !== undefined)
    for (const { value, data } of file.data.companions!) data.format = await sourceFor(headOf(value));
  const tree = ccdag().parse(file);
  for (const one of [file, ...file.data.companions!])
    for (const { fatal, line, reason } of one.messages)
      if (fatal !== undefined) warn?.({ path: one.path, line, reason });
  const raw = rawRecords(files);
  const copies = file.data.transcript!.ledger.folded;
  const taken = new Set<string>();
  return groupsOf(tree).flatMap(({ name, nodes }) => {
    const id = idOf(name, taken);
    const walk = new SessionWalk(id, raw);
    const own: Root = { type: "root", children: nodes };
    walk.add(own);
    if (walk.messages.length === 0) return [];
    for (const { uuid, into } of copies) walk.addAlias(uuid, into);
    const active = leaves(own).find((leaf) => leaf.active);
    const messages = orderMessages(walk.messages, active && walk.messageOf(active.uuid));
    return [{ id, messages, aliases: walk.aliases() }];
  });
}

/** The sessions at the top, each by itself; whatever belongs to no session is one together. */
function groupsOf({ children }: Root): { name: string; nodes: FlowContent[] }[] {
  const sessions = children.filter((child): child is Session => child.type === "session");
  const others = children.filter((child) => child.type !== "session");
  const groups = sessions.map((session) => ({ name: session.sessionId, nodes: [session as FlowContent] }));
  return others.some((child) => isThread(child) || child.type === "message")
    ? [...groups, { name: "without a session", nodes: others }]
    : groups;
}

/** The id of a session: its own, unless it is no UUID, or another session of these files has it. */
function idOf(name: string, taken: Set<string>): string {
  let id = isUuid(name) ? name.toLowerCase() : uuidOf(namespace, name);
  for (let number = 2; taken.has(id); number++) id = uuidOf(namespace, `${name} ${number}`);
  taken.add(id);
  return id;
}
