import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Patch, patchOf, worktreeOf } from "@ccdag/edits";
import { RequestError } from "@ccdag/pipeline/tables";
import type { VFile } from "vfile";
import { type InputSource, isWhole } from "./input-source.ts";
import type { LibraryIo } from "./library-io.ts";
import { assertFound, type EditQuery, readEdits } from "./read-edits.ts";

/** How many sessions an error names. */
const maxNamed = 8;

/**
 * Make a patch of the edits of a session.
 *
 * @param sources what the inputs mean: one session, or folders in which exactly one session has edits.
 * @param query which edits are meant.
 * @param io the environment of the run.
 * @returns the patch, absent if no file was changed; the folder that its names are relative to; a file with messages.
 * @throws RequestError if several sessions are meant, or a file is named that none changed.
 */
export async function patchOfEdits(
  sources: readonly InputSource[],
  query: EditQuery,
  io: LibraryIo,
): Promise<{ patch: Patch | undefined; base: string | undefined; file: VFile }> {
  const chosen = query.leaf === undefined ? await sessionWithEdits(sources, query, io) : sources;
  const { made, file } = await readEdits(chosen, query, io, ["patch"], ({ report }) => report);
  const found = made.filter(({ files }) => files.length > 0);
  if (found.length > 1) throw severalSessions(found.map(({ sessionId = "" }) => sessionId));
  assertFound(found.length, query);
  const [report] = found;
  if (report === undefined) return { patch: undefined, base: undefined, file };
  const base = query.base === undefined ? repositoryOf(report.cwd) : resolve(io.cwd, query.base);
  return { patch: patchOf(report, { base, each: query.each }), base, file };
}

/**
 * The only session with edits, as if it had been named: what the sessions before it say of the files counts, too.
 *
 * @returns the sources as they are if they name sessions, or if no session has edits.
 */
async function sessionWithEdits(
  sources: readonly InputSource[],
  query: EditQuery,
  io: LibraryIo,
): Promise<readonly InputSource[]> {
  if (!sources.some(isWhole)) return sources;
  const found: Array<{ source: InputSource; id: string }> = [];
  for (const source of sources) {
    const { made } = await readEdits([source], query, io, ["count"], ({ report: { sessionId = "", files } }) =>
      files.length === 0 ? "" : sessionId,
    );
    for (const id of made) if (id !== "") found.push({ source, id });
  }
  const [only, other] = found;
  if (other !== undefined) throw severalSessions(found.map(({ id }) => id));
  return only === undefined ? sources : [{ isAlone: true, ...only.source, session: only.id }];
}

function severalSessions(ids: readonly string[]): RequestError {
  const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : "";
  return new RequestError(
    `Unexpected --patch of ${ids.length} sessions, expected one of them: ${ids.slice(0, maxNamed).join(", ")}${more}`,
  );
}

/** The git repository that holds the folder of a session, if it is on this machine; else the folder. */
function repositoryOf(cwd: string | undefined): string | undefined {
  // A look at a path of Windows that begins so would ask another machine.
  if (cwd === undefined || /^[\\/]{2}/.test(cwd)) return cwd;
  const worktree = worktreeOf(cwd);
  if (worktree !== undefined) return worktree.repository;
  for (let folder: string | undefined = cwd; folder !== undefined && existsSync(folder);) {
    if (existsSync(join(folder, ".git"))) return folder;
    const above = dirname(folder);
    folder = above === folder ? undefined : above;
  }
  return cwd;
}
