import { isAbsolute, join, relative } from "node:path";
import type { VFile } from "vfile";
import { MessageList } from "../messages.ts";
import { showProgress } from "../progress.ts";
import type { CommandIo } from "../io.ts";
import type { InputSource } from "../input/source.ts";
import { eachTreePart } from "../tree.ts";
import { locateAll } from "../input/locate.ts";
import { once } from "../once.ts";
import { allProjects, assertProjects, historiesOf, projectsOf } from "./projects.ts";
import { type SessionRow, sessionRows } from "./session-row.ts";

/** The sessions of an input, and a file with the messages about it. */
export interface Rows {
  readonly rows: readonly SessionRow[];
  readonly file: VFile;
}

/** The sessions of all projects in all roots; none if no root exists. They are read once in a run. */
export function allRows(io: CommandIo): Promise<Rows> {
  return once(io, allRows, async () => {
    const source = allProjects(io);
    // Where the client has deleted all transcripts, their prompts are left.
    const isEmpty = historiesOf(io.roots).length > 0 && (await projectsOf(io)).length === 0;
    return source === undefined || isEmpty ? { rows: [], file: new MessageList().toFile() } : rowsOf([source], io);
  });
}

/**
 * The sessions that a command lists or counts.
 *
 * @param inputs as typed; without any, all projects are meant.
 * @param io the environment of the run.
 * @throws CallError if an input means nothing, or there is no folder of projects.
 */
export async function rowsOfInputs(inputs: readonly string[], io: CommandIo): Promise<Rows> {
  if (inputs.length > 0) return rowsOf(await locateAll(inputs, io, { hasStdin: false }), io);
  assertProjects(io);
  return allRows(io);
}

/**
 * The sessions of sources, each once.
 *
 * @param sources what to read; of one session the sessions below it are included.
 * @param io the environment of the run.
 */
async function rowsOf(sources: readonly InputSource[], io: CommandIo): Promise<Rows> {
  const bar = showProgress(io, io.isQuiet);
  const rows = new Map<string, SessionRow>();
  const messages = new MessageList();
  try {
    for await (const { result, file, folder, at, of } of eachTreePart(sources, io, ["rows", 5], sessionRows)) {
      for (const row of result) {
        const one = { ...row, path: join(relativeTo(folder, io), row.path) };
        rows.set(`${one.path}\n${row.id}`, one);
      }
      messages.add(file);
      bar.at(at, of, result[0]?.title ?? "");
    }
  } finally {
    bar.end();
  }
  return { rows: [...rows.values()], file: messages.toFile() };
}

/** The path of a folder, relative to the root that it is in; empty for a root itself, and for a stream. */
function relativeTo(folder: string, { roots }: CommandIo): string {
  if (!isAbsolute(folder)) return "";
  const inRoot = roots.map((root) => relative(root, folder)).find((path) => !path.startsWith(".."));
  return inRoot ?? folder;
}
