import { constants } from "node:buffer";
import { stat } from "node:fs/promises";
import { findComponents, readSkeleton, type Skeleton } from "@ccdag/catalogue";
import { isSidecar } from "@ccdag/core";
import type { VFile } from "vfile";
import { readContent } from "./read-bytes.ts";
import { isWanted, namesOf, readFiles } from "./read.ts";
import { type ListedFile, listFiles, type ListOptions } from "./walk.ts";

/** A part of a project that can be read by itself: a session tree with its agents and sidecars. */
export interface ProjectPart {
  /** The files, sorted by path. */
  readonly files: readonly ListedFile[];
  /** Their paths, as they are in what is read: a compressed transcript has the name that it had before. */
  readonly paths: readonly string[];
  /**
   * The size, times and inode of each file before it was scanned: it changes with every file that is written. A file that
   * cannot be read has another state each time.
   */
  readonly state: string;
  /** The size of the files on disk. */
  readonly bytes: number;
}

/** A project, divided into parts. Reading them one by one gives what reading the project gives. */
export interface DividedProject {
  /** The folder. */
  readonly folder: string;
  /** The parts, in the order of the time and path of their first records. */
  readonly parts: readonly ProjectPart[];
}

/**
 * Divide the transcripts below a folder into parts that have nothing to do with one another, so that memory grows with
 * the largest of them. The bytes of each file are scanned; no record is parsed.
 *
 * @param folder a project, a folder of projects, or any folder.
 * @param options as for `readProject`.
 * @throws the error of the file system if the folder itself cannot be listed.
 */
export async function divideProject(folder: string, options: ListOptions = {}): Promise<DividedProject> {
  const listed = (await listFiles(folder, options)).filter(isWanted);
  const names = namesOf(listed.map(({ path }) => path));
  const byName = new Map<string, ListedFile>();
  const states = new Map<string, FileState>();
  const skeletons: Skeleton[] = [];
  const sidecars: string[] = [];
  /** Files that cannot be read: reading them again gives the messages about them. */
  const unread: string[] = [];
  let isTooLarge = false;
  for (const file of listed) {
    const name = names.get(file.path)!;
    byName.set(name, { ...file, name });
    states.set(name, await stateOf(file));
    if (file.reason === undefined && isSidecar(name)) sidecars.push(name);
    else {
      const skeleton = file.reason === undefined ? await scan(name, file) : "unread";
      if (skeleton === "unread") unread.push(name);
      else if (skeleton === "too-large") isTooLarge = true;
      else skeletons.push(skeleton);
    }
  }
  // What a file that is longer than a string belongs to is not known: everything is read at once.
  if (isTooLarge) return { folder, parts: [toPart([...byName.keys()])] };
  const parts = findComponents(skeletons, sidecars).map(({ transcripts, sidecars: beside }) =>
    toPart([...transcripts, ...beside].sort()),
  );
  return { folder, parts: unread.length > 0 ? [...parts, toPart(unread)] : parts };

  function toPart(paths: readonly string[]): ProjectPart {
    const state = paths.map((path) => `${path} ${states.get(path)!.state}`).join("\n");
    const bytes = paths.reduce((sum, path) => sum + states.get(path)!.bytes, 0);
    return { files: paths.map((path) => byName.get(path)!), paths, state, bytes };
  }
}

/** Read a part of a project; the same as `readProject` for a folder that holds only its files. */
export async function readPart({ folder }: Pick<DividedProject, "folder">, part: ProjectPart): Promise<VFile> {
  return readFiles(folder, part.files);
}

/**
 * Read the part of a project that a transcript belongs to.
 *
 * @param folder the folder of the project.
 * @param path the transcript, relative to the folder, without the ending of its compression.
 * @param options as for {@link divideProject}.
 * @returns as for `readProject`; the whole project if the transcript is not in it.
 */
export async function readPartOf(folder: string, path: string, options: ListOptions = {}): Promise<VFile> {
  const project = await divideProject(folder, options);
  const part = project.parts.find(({ paths }) => paths.includes(path));
  return readFiles(folder, part ? part.files : project.parts.flatMap(({ files }) => files));
}

interface FileState {
  readonly state: string;
  readonly bytes: number;
}

async function stateOf({ real, reason }: ListedFile): Promise<FileState> {
  const stats = reason === undefined ? await stat(real, { bigint: true }).catch(() => undefined) : undefined;
  if (stats === undefined) return { state: String(Math.random()), bytes: 0 };
  const { size, mtimeNs, ctimeNs, dev, ino } = stats;
  return { state: [size, mtimeNs, ctimeNs, dev, ino].join(" "), bytes: Number(size) };
}

async function scan(path: string, { real }: ListedFile): Promise<Skeleton | "unread" | "too-large"> {
  const content = await readContent(real).catch(() => undefined);
  if (content === undefined) return "unread";
  if (content.bytes.length > constants.MAX_STRING_LENGTH) return "too-large";
  return readSkeleton({ path, value: content.bytes }, { toText });
}

/** The bytes as a text of one character each. */
function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
