import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Patch, patchOf } from "@ccdag/edits";
import { RequestError } from "@ccdag/pipeline/tables";
import type { VFile } from "vfile";
import { type InputSource, isWhole } from "./input-source.ts";
import type { LibraryIo } from "./library-io.ts";
import { assertFound, type EditQuery, readEdits } from "./read-edits.ts";

/**
 * Make a patch of the edits of a session.
 *
 * @param sources what the inputs mean: one session.
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
  if (query.leaf === undefined && (sources.length > 1 || isWhole(sources[0]!)))
    throw new RequestError("Unexpected --patch of several sessions, expected one session, such as `latest`");
  const { made, file } = await readEdits(sources, query, io, ({ report }) => report);
  const found = made.filter(({ files }) => files.length > 0);
  if (found.length > 1)
    throw new RequestError(
      `Unexpected --patch of ${found.length} sessions, expected one of them: ${found.map(({ sessionId }) => sessionId).join(", ")}`,
    );
  assertFound(found.length, query);
  const [report] = found;
  if (report === undefined) return { patch: undefined, base: undefined, file };
  const base = query.base === undefined ? repositoryOf(report.cwd) : resolve(io.cwd, query.base);
  return { patch: patchOf(report, { base, each: query.each }), base, file };
}

/** The git repository that holds the folder of a session, if it is on this machine; else the folder. */
function repositoryOf(cwd: string | undefined): string | undefined {
  // A look at a path of Windows that begins so would ask another machine.
  if (cwd !== undefined && /^[\\/]{2}/.test(cwd)) return cwd;
  for (let folder = cwd; folder !== undefined && existsSync(folder);) {
    if (existsSync(join(folder, ".git"))) return folder;
    const above = dirname(folder);
    folder = above === folder ? undefined : above;
  }
  return cwd;
}
