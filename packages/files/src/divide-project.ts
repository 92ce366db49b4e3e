import { isSidecar } from "@ccdag/core";
import type { VFile } from "vfile";
import { findComponents } from "./parts/components.ts";
import { cacheFor, lastingFolders } from "./cache.ts";
import { textsIn } from "./read-bytes.ts";
import { namesOf, readFiles } from "./read-project.ts";
import { type FileState, scanFile } from "./scan-file.ts";
import { ScanRoom } from "./scan-room.ts";
import { statOf } from "./stat-of.ts";
import { type CatalogueHead, StoredCatalogue, type StoredFile } from "./stored-catalogue.ts";
import { listTranscripts } from "./together.ts";
import type { ListedFile, ListOptions, SourceFor } from "./list-files.ts";

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
  /** The size of the files; of compressed ones an estimate of what they unpack to. */
  readonly bytes: number;
  /** Whether a file cannot be read, or has a line that is no record. */
  readonly isDamaged: boolean;
}

/** A project, divided into parts. Reading them one by one gives what reading the project gives. */
export interface DividedProject {
  /** The folder. */
  readonly folder: string;
  /** The parts, in the order of the time and path of their first records. */
  readonly parts: readonly ProjectPart[];
  /** As it was given. */
  readonly sourceFor?: SourceFor | undefined;
}

/** Options of {@link divideProject}. */
export interface DivideOptions extends ListOptions {
  /**
   * A folder in which it is remembered what the files say of one another, so that only what changed is scanned again
   * (default: nothing is remembered). Nothing is written if it is in the folder that is read.
   */
  readonly cache?: string | undefined;
}

/**
 * Divide the transcripts below a folder into parts that have nothing to do with one another, so that memory grows with
 * the largest of them. The bytes of each file are scanned; no record is parsed.
 *
 * @param folder a project, a folder of projects, or any folder.
 * @param options as for `readProject`, and a cache.
 * @throws the error of the file system if the folder itself cannot be listed.
 */
export async function divideProject(folder: string, options: DivideOptions = {}): Promise<DividedProject> {
  const listed = await listTranscripts(folder, options);
  const names = namesOf(listed.map(({ path }) => path));
  const files = new Map<string, FoundFile>();
  for (const file of listed) {
    const name = names.get(file.path)!;
    files.set(name, { ...file, name, ...stateOf(file) });
  }
  const { sourceFor } = options;
  const store = await storeOf(folder, options);
  const head = await store?.read();
  const found = head && isUnchanged(head, files) ? head : await findParts(files, { head, store, sourceFor });
  const damaged = new Set(found.files.flatMap(({ path, isDamaged }) => (isDamaged ? [path] : [])));
  return { folder, parts: found.parts.map(toPart), sourceFor };

  function toPart(paths: readonly string[]): ProjectPart {
    const own = paths.map((path) => files.get(path)!);
    return {
      files: own.map(({ path, real, name, reason }) => ({ path, real, name, reason })),
      paths,
      state: own.map(({ name, state }) => `${name} ${state}`).join("\n"),
      bytes: own.reduce((sum, { path, bytes }) => sum + (isCompressed(path) ? bytes * usualRatio : bytes), 0),
      isDamaged: paths.some((path) => damaged.has(path)),
    };
  }
}

/** Read a part of a project; the same as `readProject` for a folder that holds only its files. */
export async function readPart(
  { folder, sourceFor }: Pick<DividedProject, "folder" | "sourceFor">,
  part: ProjectPart,
): Promise<VFile> {
  return readFiles(folder, part.files, sourceFor);
}

/**
 * Read the part of a project that a transcript belongs to.
 *
 * @param folder the folder of the project.
 * @param path the transcript, relative to the folder, without the ending of its compression.
 * @param options as for {@link divideProject}.
 * @returns as for `readProject`; the whole project if the transcript is not in it.
 */
export async function readPartOf(folder: string, path: string, options: DivideOptions = {}): Promise<VFile> {
  const project = await divideProject(folder, options);
  const part = project.parts.find(({ paths }) => paths.includes(path));
  return readFiles(folder, part ? part.files : project.parts.flatMap(({ files }) => files), options.sourceFor);
}

/**
 * Read the parts of a project that hold ids, such as that of a leaf.
 *
 * @param folder the folder of the project.
 * @param ids uuids of entries, or prefixes of them.
 * @param options as for {@link divideProject}.
 * @returns as for `readProject`; the whole project if one of the ids is in none of its files.
 */
export async function readPartsWith(
  folder: string,
  ids: readonly string[],
  options: DivideOptions = {},
): Promise<VFile> {
  const { parts } = await divideProject(folder, options);
  const missing = new Set(ids);
  const read: ListedFile[] = [];
  for (const { files } of parts) {
    const found = await idsIn(files, ids);
    if (found.length > 0) for (const file of files) read.push(file);
    for (const id of found) missing.delete(id);
  }
  return readFiles(folder, missing.size > 0 ? parts.flatMap(({ files }) => files) : read, options.sourceFor);
}

/** Those of some texts that are in files. */
async function idsIn(files: readonly ListedFile[], ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { real, reason } of files)
    if (reason === undefined) for (const id of await textsIn(real, ids)) found.add(id);
  return [...found];
}

/** Transcripts compress to about a twentieth. */
const usualRatio = 20;

function isCompressed(path: string): boolean {
  return /\.(?:gz|zst)$/i.test(path);
}

/** A file of a project, as it was before it was scanned. */
interface FoundFile extends ListedFile, FileState {
  readonly name: string;
}

function stateOf({ real, reason }: ListedFile): FileState {
  const stats = reason === undefined ? statOf(real) : undefined;
  if (stats === undefined) return { state: String(Math.random()), bytes: 0 };
  const { size, mtimeNs, ctimeNs, dev, ino } = stats;
  return { state: [size, mtimeNs, ctimeNs, dev, ino].join(" "), bytes: Number(size) };
}

async function storeOf(
  folder: string,
  { cache, followLinks, also = [] }: DivideOptions,
): Promise<StoredCatalogue | undefined> {
  const found = await Promise.all([folder, ...also].map((one) => cacheFor(cache, one)));
  if (found.includes(undefined)) return undefined;
  const [first, ...others] = lastingFolders(found.map((one) => one!.folder));
  const key = [first, followLinks === true, ...(others.length > 0 ? [others] : [])];
  return new StoredCatalogue(found[0]!.cache, key);
}

/** Whether each file is as it was when a catalogue was stored. */
function isUnchanged({ files: known }: CatalogueHead, files: ReadonlyMap<string, FoundFile>): boolean {
  return known.length === files.size && known.every(({ path, state }) => files.get(path)?.state === state);
}

function damagedFiles(files: Iterable<FoundFile>): CatalogueHead["files"] {
  return Array.from(files, ({ name, state }) => ({ path: name, state, isDamaged: true }));
}

/** What is known when parts are looked for. */
interface FindOptions extends Pick<DivideOptions, "sourceFor"> {
  readonly head: CatalogueHead | undefined;
  readonly store: StoredCatalogue | undefined;
}

/** Find the parts, and store them. Only files that changed are scanned. */
async function findParts(
  files: ReadonlyMap<string, FoundFile>,
  { head, store, sourceFor }: FindOptions,
): Promise<Pick<CatalogueHead, "files" | "parts">> {
  const before = await head?.readIds();
  const scanned: StoredFile[] = [];
  const room = new ScanRoom();
  /** Files that cannot be read: reading them again gives the messages about them. */
  const unread: string[] = [];
  for (const [name, file] of files) {
    if (file.reason !== undefined) unread.push(name);
    else if (isSidecar(name)) scanned.push({ path: name, state: file.state });
    else {
      const found = await scanFile(name, file, before?.get(name), { sourceFor, room });
      // What a file that is longer than a string belongs to is not known: everything is read at once.
      if (found === "too-large") return { files: damagedFiles(files.values()), parts: [[...files.keys()]] };
      if (found === "unread") unread.push(name);
      else scanned.push(found);
    }
  }
  const skeletons = scanned.flatMap(({ skeleton }) => skeleton ?? []);
  const sidecars = scanned.flatMap(({ path, skeleton }) => (skeleton ? [] : [path]));
  const parts = findComponents(skeletons, sidecars).map(({ transcripts, sidecars: beside }) =>
    [...transcripts, ...beside].sort(),
  );
  await store?.write({ files: scanned, parts });
  const known = scanned.map(({ path, state, skeleton }) => ({ path, state, isDamaged: skeleton?.isDamaged === true }));
  const failed = damagedFiles(unread.map((name) => files.get(name)!));
  return { files: [...known, ...failed], parts: unread.length > 0 ? [...parts, unread] : parts };
}
