import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  baseOfVariant,
  type DividedProject,
  divideProject,
  plainName,
  type ProjectPart,
  readPart,
  type SourceFor,
  variantOf,
} from "@ccdag/files";
import {
  defaultProject,
  type Derivation,
  type ImportResult,
  type SourceFile,
  type Store,
  type StoredSource,
} from "@ccdag/store";
import type { VFile } from "vfile";
import { whyOf } from "../why.ts";
import { deriveSessions, type TranscriptWarning } from "./derive-sessions.ts";
import { idsIn } from "./ids-in.ts";

/** The path of a file that is kept beside another one of its name; with 1 that name. */
export function numbered(path: string, number: number): string {
  const base = baseOfVariant(path);
  return number === 1 ? base : variantOf(base, number);
}

/** How sessions are made of transcripts; messages about lines go to `report`. */
export function derivationFor({ report, sourceFor }: Pick<ImportFolderOptions, "report" | "sourceFor">): Derivation {
  const warn = ({ path, line, reason }: TranscriptWarning) =>
    report?.({ path: line === undefined ? path : `${path}:${line}`, reason });
  return { idsIn, derive: (files) => deriveSessions(files, warn, sourceFor) };
}

/** How transcripts are imported. */
export interface ImportFolderOptions {
  /** Who they belong to (default: the default project). */
  readonly projectId?: string | undefined;
  /** A folder for what is known of files, so that unchanged ones are not read again (default: nothing is remembered). */
  readonly cache?: string | undefined;
  /** Make the sessions anew also from files that did not change (default: `false`). */
  readonly isAgain?: boolean | undefined;
  /** Finds the source of a transcript that is not of Claude Code, as `@ccdag/clients` does (default: there are none). */
  readonly sourceFor?: SourceFor | undefined;
  /** Called with each message about a file or a line that could not be read, and each part that could not be stored. */
  readonly report?: ((problem: ImportProblem) => void) | undefined;
}

/** What could not be imported. The rest was. */
export interface ImportProblem {
  /** The file, with the number of the line if it is about one; or the first file of those that belong together. */
  readonly path: string;
  readonly reason: string;
}

/** What came of an import of a folder. */
export interface FolderImport extends Omit<ImportResult, "sessions"> {
  /** Sessions that were made, made anew, or found unchanged. */
  readonly sessions: ReadonlySet<string>;
  /** How many files were read, and how many were skipped because they did not change. */
  readonly files: number;
  readonly skipped: number;
}

/** Transcripts on disk, divided into parts that can be imported by themselves. */
export interface ImportableFolder {
  readonly project: DividedProject;
  /** What is put before the path of a file, so that it is the same from wherever it is imported. */
  readonly prefix: string;
}

/**
 * Find the transcripts of a path.
 *
 * @param path a folder of projects, a project, any folder, or one transcript, which is imported with what belongs to it.
 * @param options {@link ImportFolderOptions.cache} and {@link ImportFolderOptions.sourceFor}.
 * @throws the error of the file system if there is no such path.
 */
export async function openFolder(
  path: string,
  { cache, sourceFor }: Pick<ImportFolderOptions, "cache" | "sourceFor"> = {},
): Promise<ImportableFolder> {
  const at = resolve(path);
  const isFile = (await stat(at)).isFile();
  // A copy of the folder of the client has its projects in a folder of that name.
  const inside = join(at, "projects");
  const folder = isFile ? dirname(at) : existsSync(inside) ? inside : at;
  const project = await divideProject(folder, { cache, sourceFor });
  const name = basename(folder);
  const prefix = name === "projects" || name === "" ? "" : `${name}/`;
  if (!isFile) return { project, prefix };
  const wanted = plainName(basename(at));
  return { project: { ...project, parts: project.parts.filter(({ paths }) => paths.includes(wanted)) }, prefix };
}

/**
 * Import transcripts into a store. What was imported before is skipped; a part that fails is reported, and the others are imported.
 *
 * @param store an open store.
 * @param path as for {@link openFolder}.
 * @param options see {@link ImportFolderOptions}.
 */
export async function importFolder(
  store: Store,
  path: string,
  options: ImportFolderOptions = {},
): Promise<FolderImport> {
  const { projectId = defaultProject, isAgain = false, report } = options;
  const { project, prefix } = await openFolder(path, options);
  const known = new Map((await store.transcripts.files(projectId)).map((file) => [file.path, file]));
  const total = { sessions: new Set<string>(), inserted: 0, updated: 0, unchanged: 0, files: 0, skipped: 0 };
  for (const part of project.parts) {
    if (!isAgain && isUnchanged(part, prefix, known)) {
      total.skipped += part.files.length;
      continue;
    }
    total.files += part.files.length;
    try {
      const result = await importPart(store, { project, prefix }, part, options);
      for (const id of result.sessions) total.sessions.add(id);
      total.inserted += result.inserted;
      total.updated += result.updated;
      total.unchanged += result.unchanged;
    } catch (error) {
      report?.({ path: `${prefix}${part.paths[0]}`, reason: whyOf(error) });
    }
  }
  return total;
}

/** Import one part of a folder. */
async function importPart(
  store: Store,
  folder: ImportableFolder,
  part: ProjectPart,
  options: ImportFolderOptions,
): Promise<ImportResult> {
  return importSources(store, await readSources(folder, part, options.report), options);
}

/** Read the files of a part. Those that cannot be read are reported. */
export async function readSources(
  { project, prefix }: ImportableFolder,
  part: ProjectPart,
  report: ImportFolderOptions["report"],
): Promise<SourceFile[]> {
  const file = await readPart(project, part);
  const states = statesOf(part);
  const files: SourceFile[] = [];
  for (const one of file.data.companions ?? []) {
    for (const { reason } of one.messages) report?.({ path: `${prefix}${one.path}`, reason });
    if (one.value !== undefined) files.push(toSource(one, prefix, states.get(one.path)));
  }
  return files;
}

/** Import files that belong together. */
export async function importSources(
  store: Store,
  files: readonly SourceFile[],
  { projectId, isAgain, ...options }: Omit<ImportFolderOptions, "cache"> = {},
): Promise<ImportResult> {
  return store.transcripts.import({ projectId, files, variantOf: numbered }, { ...derivationFor(options), isAgain });
}

function toSource({ path, value }: VFile, prefix: string, state: string | undefined): SourceFile {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return { path: `${prefix}${path}`, bytes, state };
}

/** What the file system says of each file of a part. */
function statesOf({ state }: ProjectPart): Map<string, string> {
  const lines = state.split("\n").map((line) => /^(.*?) ((?:\d+ ){4}\d+)$/.exec(line));
  return new Map(lines.flatMap((found) => (found === null ? [] : [[found[1]!, found[2]!] as const])));
}

/** Whether the files of a part are what sessions were made of. */
export function isUnchanged(part: ProjectPart, prefix: string, known: ReadonlyMap<string, StoredSource>): boolean {
  const states = statesOf(part);
  return part.paths.every((path) => {
    const state = states.get(path);
    const file = known.get(`${prefix}${path}`);
    return state !== undefined && file?.isDerived === true && file.state === state;
  });
}
