import { dirname } from "node:path";
import { defaultClient, emptyCounts } from "@ccdag/ccast";
import { type HistorySession, projectName, readHistory } from "@ccdag/files";
import { VFile } from "vfile";
import type { GoneSession } from "./input-source.ts";
import { MessageList } from "./message-list.ts";
import type { LibraryIo } from "./library-io.ts";
import { once } from "./once.ts";
import { allRows, type Rows } from "./all-rows.ts";
import { historiesOf } from "./projects.ts";
import type { SessionRow } from "./session-row.ts";

/**
 * The sessions whose transcripts are gone, while their prompts are in the history of the client or of an archive. Prompts
 * without a session id may be those of any session of their project: only those that are older than all its transcripts
 * are taken.
 *
 * @param io the environment of the run.
 */
export async function goneSessions(io: LibraryIo): Promise<readonly GoneSession[]> {
  return (await once(io, findGone, () => findGone(io))).gone;
}

/** The same as rows, and a file with the messages about the histories. */
export async function goneRows(io: LibraryIo): Promise<Rows> {
  const { gone, file } = await once(io, findGone, () => findGone(io));
  return { rows: gone.map(({ session }) => toRow(session)), file };
}

async function findGone(io: LibraryIo): Promise<{ gone: readonly GoneSession[]; file: Rows["file"] }> {
  // Only Claude Code has a history of prompts.
  if (io.clients?.includes(defaultClient) === false) return { gone: [], file: new MessageList().toFile() };
  const { rows } = await allRows(io);
  const ids = new Set(rows.map(({ id }) => id));
  const firstOf = new Map<string, number>();
  for (const { cwd = "", from } of rows)
    if (from !== undefined) firstOf.set(cwd, Math.min(from, firstOf.get(cwd) ?? from));
  const gone = new Map<string, GoneSession>();
  const messages = new MessageList();
  for (const path of historiesOf(io.roots)) {
    const { sessions, file } = await readHistory(path);
    messages.add(new VFile({ path: dirname(path), data: { companions: [file] } }));
    for (const one of sessions) {
      const session = one.isWholeProject ? before(one, firstOf.get(one.cwd ?? "")) : one;
      const known = gone.get(session.id);
      if (ids.has(session.id) || session.prompts.length === 0) continue;
      // A copy of the history has the same prompts; the one with more is newer.
      if (known === undefined || known.session.prompts.length < session.prompts.length)
        gone.set(session.id, { path, session });
    }
  }
  return { gone: [...gone.values()], file: messages.toFile() };
}

/** The prompts from before the first transcript of their project. */
function before(session: HistorySession, first: number | undefined): HistorySession {
  if (first === undefined) return session;
  return { ...session, prompts: session.prompts.filter(({ time }) => time !== undefined && time < first) };
}

function toRow({ id, cwd, title, prompts }: HistorySession): SessionRow {
  const times = prompts.flatMap(({ time }) => time ?? []);
  return {
    id,
    title,
    // Where its transcript was: sessions of a project have one folder.
    path: `${projectName(cwd ?? "")}/${id}.jsonl`,
    client: defaultClient,
    cwd,
    from: times.reduce<number | undefined>((a, b) => Math.min(a ?? b, b), undefined),
    to: times.reduce<number | undefined>((a, b) => Math.max(a ?? b, b), undefined),
    ...emptyCounts(),
    bytes: 0,
    prompts: prompts.length,
    messages: prompts.length,
    calls: [],
    isOnlyPrompts: true,
  };
}
