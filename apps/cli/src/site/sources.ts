import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { findProjects, projectsRoot } from "@ccdag/files";
import { uniqueNames } from "../documents.ts";
import { CallError, type Io } from "../io.ts";
import { hashOf } from "./manifest.ts";

/** A project that pages are made of. */
export interface Source {
  /** Where its transcripts are. */
  readonly folder: string;
  /** The one session that is told; nothing when all are. */
  readonly session?: string | undefined;
  /** The name of its folder in the site. */
  readonly name: string;
}

/**
 * Find the projects that somebody asked for.
 *
 * @param paths folders of transcripts, or with projects in them, and transcripts (default: all projects of the client).
 * @param isSecret whether names of folders must not be told: they hold login names.
 * @throws CallError where one of them holds no transcript.
 */
export async function findSources(paths: readonly string[], isSecret: boolean, io: Io): Promise<Source[]> {
  const found = new Map<string, string | undefined>();
  for (const input of paths.length > 0 ? paths : [projectsRoot(io.env)]) {
    const path = resolve(io.cwd, input);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() && path.endsWith(".jsonl")) {
      found.set(dirname(path), basename(path, ".jsonl"));
      continue;
    }
    const folders = stats?.isDirectory() ? outermost(await findProjects(path)) : [];
    if (folders.length === 0) throw new CallError(`No transcript in \`${input}\`, expected files ending in \`.jsonl\``);
    for (const folder of folders) found.set(folder, undefined);
  }
  const name = uniqueNames("");
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, session]) => ({ folder, session, name: name(nameOf(folder, isSecret)) }));
}

function nameOf(folder: string, isSecret: boolean): string {
  const name = basename(folder);
  return isSecret ? `project-${hashOf(name).slice(0, 8)}` : name.replace(/^[.-]+/, "") || "project";
}

/** Folders that are not in another one of them: that one is read with all below it. */
function outermost(folders: readonly string[]): string[] {
  const kept: string[] = [];
  for (const folder of [...folders].sort()) if (!kept.some((one) => folder.startsWith(`${one}/`))) kept.push(folder);
  return kept;
}
