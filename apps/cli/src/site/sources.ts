import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { findProjects, projectsRoot } from "@ccdag/files";
import { sessionIdOf } from "@ccdag/core";
import { CallError, type Io } from "../io.ts";

/** A project of a site. */
export interface SiteSource {
  /** The folder of its transcripts. */
  readonly folder: string;
  /** The session that is rendered; absent for all sessions. */
  readonly session?: string | undefined;
}

/**
 * Find the projects of a site.
 *
 * @param paths folders of transcripts, folders of projects, and transcripts (default: all projects of the client).
 * @param io the environment of the run.
 * @returns the projects, sorted by folder.
 * @throws CallError if a path contains no transcript.
 */
export async function findSources(paths: readonly string[], io: Io): Promise<SiteSource[]> {
  /** The requested sessions of each folder; absent for all. */
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

/** The folders that are not inside another one of them: folders are read recursively. */
function outermost(folders: readonly string[]): string[] {
  const kept: string[] = [];
  for (const folder of [...folders].sort()) if (!kept.some((one) => folder.startsWith(`${one}/`))) kept.push(folder);
  return kept;
}
