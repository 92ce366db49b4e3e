import { sessionWork, type WorkItem } from "@ccdag/report";
import { type Rows, rowsBy, sourcesOfInputs } from "./all-rows.ts";
import type { LibraryIo } from "./library-io.ts";
import { type SessionRow, sessionRows } from "./session-row.ts";
import type { TreePart } from "./tree-parts.ts";

/** A session with what it did or left. */
export interface WorkRow extends Omit<SessionRow, "calls"> {
  readonly work: readonly WorkItem[];
}

/**
 * What sessions did or left: failed calls, open todos, plans, pull requests and changed files. It is remembered between runs.
 *
 * @param inputs as typed; without any, all projects are meant.
 * @param io the environment of the run.
 * @returns all sessions, those without any work included, and a file with the messages.
 * @throws RequestError if an input means nothing, or there is no folder of projects.
 */
export async function workRows(inputs: readonly string[], io: LibraryIo): Promise<Rows<WorkRow>> {
  return rowsBy(await sourcesOfInputs(inputs, io), io, { key: ["work", 2], make });
}

function make(part: TreePart): WorkRow[] {
  const work = [...sessionWork(part.tree).values()];
  // Both are in reading order.
  return sessionRows(part).map((row, at) => {
    const { calls: _, ...rest } = row;
    return { ...rest, work: work[at]! };
  });
}
