import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { baseOfVariant, listFiles, plainName, variantOf } from "@ccdag/files";
import { FileError, isSystemError } from "@ccdag/files/errors";
import { attempt } from "./write-atomically.ts";
import { newDraft, removeDrafts } from "./drafts.ts";
import { obstacleBelow } from "./writer.ts";
import {
  isKeptPath,
  type KeepManifest,
  type KeptFile,
  manifestPath,
  manifestText,
  ownFolder,
  readManifest,
} from "./archive-manifest.ts";

/** An archive on disk with its manifest. Only the run that has its lock changes it. */
export class KeptArchive {
  /** Its path, absolute. */
  readonly folder: string;
  readonly manifest: KeepManifest;
  /** The paths of kept files by the name that they are variants of. */
  readonly #groups = new Map<string, Set<string>>();
  /** Kept files that are missing, or do not hold what the manifest says, and why. They are not touched. */
  readonly unusable: Map<string, string> = new Map();
  readonly #folders = new Set<string>();
  #isChanged = false;

  private constructor(folder: string, manifest: KeepManifest) {
    this.folder = folder;
    this.manifest = manifest;
    for (const path of manifest.files.keys()) this.#group(path).add(path);
  }

  /**
   * Open an archive, and create it if there is none. Drafts of killed runs are removed.
   *
   * @param folder its path, absolute. The caller has its lock.
   * @param warn called with one line if the manifest is damaged.
   */
  static async open(folder: string, warn: (text: string) => void): Promise<KeptArchive> {
    const found = readManifest(folder);
    if (found === "damaged")
      warn(`The manifest \`${manifestPath(folder)}\` is damaged; all kept files are read, to make it again`);
    const isNew = found === undefined || found === "damaged";
    const archive = new KeptArchive(folder, isNew ? { files: new Map(), sources: new Map() } : found);
    mkdirSync(archive.#drafts, { recursive: true, mode: 0o700 });
    await removeDrafts(archive.#drafts);
    await removeDrafts(join(folder, ownFolder));
    return archive;
  }

  get #drafts(): string {
    return join(this.folder, ownFolder, "drafts");
  }

  /** A path for a new draft. */
  async draft(): Promise<string> {
    return join(this.#drafts, await newDraft());
  }

  /** The path of a kept file for the file system. */
  on(path: string): string {
    return join(this.folder, path);
  }

  /**
   * Kept files that are missing, but whose content the beginning of a new file is: it takes their place.
   *
   * @param base the name that they are variants of.
   * @param beginnings SHA-256 of the beginnings of the new file, by their lengths.
   */
  lost(base: string, beginnings: ReadonlyMap<number, string>): string | undefined {
    return [...(this.#groups.get(base) ?? [])].find((path) => {
      const file = this.manifest.files.get(path)!;
      return this.unusable.has(path) && !isThere(this.on(path)) && beginnings.get(file.size) === file.sha256;
    });
  }

  /** The sizes of all kept files that are variants of a name, in bytes. */
  sizes(base: string): number[] {
    return [...(this.#groups.get(base) ?? [])].map((path) => this.manifest.files.get(path)!.size);
  }

  /** The kept files that are variants of a name, and hold what the manifest says. */
  variants(base: string): Array<readonly [path: string, file: KeptFile]> {
    const paths = [...(this.#groups.get(base) ?? [])].filter((path) => !this.unusable.has(path));
    return paths.map((path) => [path, this.manifest.files.get(path)!] as const);
  }

  /**
   * A path for a new file, at which nothing is yet. The file system says so, too: on one that ignores case, `A` is `a`.
   *
   * @param own the path that it should have.
   * @param ending what compression adds to the path.
   */
  freePath(own: string, ending: string): string {
    const taken = new Set([...(this.#groups.get(baseOfVariant(own)) ?? [])].map(plainName));
    const isFree = (path: string) =>
      !taken.has(path) && ["", ".gz", ".zst"].every((packing) => !isThere(this.on(`${path}${packing}`)));
    let path = own;
    for (let number = 2; !isFree(path); number++) path = variantOf(baseOfVariant(own), number);
    return `${path}${ending}`;
  }

  /**
   * The path of a file that takes the place of a kept one: its name with the ending of the new one, unless another file is there.
   *
   * @param before the kept file; absent for a new one.
   * @param own the path that a new one should have.
   * @param ending what compression adds to the path.
   */
  pathOf(before: string | undefined, own: string, ending: string): string {
    if (before === undefined) return this.freePath(own, ending);
    const path = `${plainName(before)}${ending}`;
    return path === before || !isThere(this.on(path)) ? path : this.freePath(plainName(before), ending);
  }

  /**
   * Move a draft to its place, and note it in the manifest.
   *
   * @param draft the draft.
   * @param path its place, as of a kept file; a file that is there is replaced.
   * @param file what it holds.
   * @throws FileError if a link, a pipe or a folder is in the way.
   */
  async place(draft: string, path: string, file: Omit<KeptFile, "state">): Promise<void> {
    const folder = dirname(this.on(path));
    if (!this.#folders.has(folder)) {
      const obstacle = await obstacleBelow(this.folder, path);
      if (obstacle !== undefined) throw new FileError(`Unexpected link, pipe or folder \`${obstacle}\` in the archive`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#folders.add(folder);
    }
    renameSync(draft, this.on(path));
    this.note(path, file);
  }

  /** Note a file that is in its place in the manifest. */
  note(path: string, { size, sha256, stored }: Omit<KeptFile, "state">): void {
    this.manifest.files.set(path, { size, sha256, stored, state: stateOf(this.on(path))! });
    this.#group(path).add(path);
    this.unusable.delete(path);
    this.#isChanged = true;
  }

  /** Flush a file, and the folder that lists it, to the disk, before the only other copy of its content is removed. */
  flush(path: string): void {
    for (const one of [this.on(path), dirname(this.on(path))]) {
      // Windows has no handle of a folder to flush.
      const file = attempt(() => openSync(one, "r"));
      if (file === undefined) continue;
      attempt(() => fsyncSync(file));
      closeSync(file);
    }
  }

  /** Remove a kept file that another one has replaced: it holds all of its content. */
  replace(path: string): void {
    rmSync(this.on(path), { force: true });
    this.forget(path);
  }

  /** Forget a file of the manifest. */
  forget(path: string): void {
    this.manifest.files.delete(path);
    this.unusable.delete(path);
    this.#group(path).delete(path);
    this.#isChanged = true;
  }

  /** Note where the content of a source is; without a path, forget it. */
  noteSource(source: string, state: string, path: string | undefined): void {
    const known = this.manifest.sources.get(source);
    if (known?.path === path && known?.state === state) return;
    if (path === undefined) this.manifest.sources.delete(source);
    else this.manifest.sources.set(source, { state, path });
    this.#isChanged = true;
  }

  #group(path: string): Set<string> {
    const base = baseOfVariant(path);
    let group = this.#groups.get(base);
    if (group === undefined) this.#groups.set(base, (group = new Set()));
    return group;
  }

  /** Write the manifest, if it has changed. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const draft = await this.draft();
    writeFileSync(draft, manifestText(this.manifest), { flag: "wx", mode: 0o600 });
    renameSync(draft, manifestPath(this.folder));
    this.#isChanged = false;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // No file has a name that is too long.
    if (isSystemError(error) && error.code === "ENAMETOOLONG") return false;
    throw error;
  }
}

/** What the file system says of a regular file: size and times. Absent if there is none; a link is not followed. */
function stateOf(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : undefined;
}

/**
 * List the files that an archive keeps, also those that its manifest does not know.
 *
 * @param folder the archive.
 * @returns the state of each, by its path.
 */
export async function statesIn(folder: string): Promise<Map<string, string>> {
  const listed = await listFiles(join(folder, "projects")).catch(() => []);
  const top = readdirSync(folder).filter((name) => name !== "projects");
  const states = new Map<string, string>();
  for (const path of [...listed.map((file) => `projects/${file.path}`), ...top].filter(isKeptPath)) {
    const state = stateOf(join(folder, path));
    if (state !== undefined) states.set(path, state);
  }
  return states;
}
