import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { findProjects, projectsRoot } from "@ccdag/files";
import { sessionIdOf } from "@ccdag/core";
import { CallError, type Io } from "../io.ts";

/** A project that pages are made of. */
export interface SiteSource {
  /** Where its transcripts are. */
  readonly folder: string;
  /** The one session that is told; nothing when all are. */
  readonly session?: string | undefined;
}

/**
 * Find the projects that somebody asked for.
 *
 * @param paths folders of transcripts, or with projects in them, and transcripts (default: all projects of the client).
 * @throws CallError where one of them holds no transcript.
 */
export async function findSources(paths: readonly string[], io: Io): Promise<SiteSource[]> {
  /** Sessions by folder; nothing where all of a folder are meant. */
  const found = new Map<string, Set<string> | undefined>();
  for (const input of paths.length > 0 ? paths : [projectsRoot(io.env)]) {
    const path = resolve(io.cwd, input);
    const stats = await stat(path).catch(() => undefined);
    if (!stats) throw new CallError(`No such file or folder: \`${input}\``);
    if (stats.isFile()) {
      const name = basename(path);
      if (!name.endsWith(".jsonl") || name.startsWith("agent-"))
        throw new CallError(`Unexpected file \`${input}\`, expected the transcript of a session`);
      const folder = dirname(path);
      if (!found.has(folder)) found.set(folder, new Set());
      found.get(folder)?.add(sessionIdOf(path));
      continue;
    }
    const folders = outermost(await findProjects(path));
    if (folders.length === 0) throw new CallError(`No transcript in \`${input}\`, expected files ending in \`.jsonl\``);
    for (const folder of folders) found.set(folder, undefined);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, sessions]): SiteSource[] =>
      [...(sessions ?? [undefined])].map((session) => ({ folder, session })),
    );
}

/** Folders that are not in another one of them: that one is read with all below it. */
function outermost(folders: readonly string[]): string[] {
  const kept: string[] = [];
  for (const folder of [...folders].sort()) if (!kept.some((one) => folder.startsWith(`${one}/`))) kept.push(folder);
  return kept;
}
