import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { shorten } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { partPath, type Renderer } from "@ccdag/pipeline";
import { count } from "@ccdag/mdast/amounts";
import { type LibraryIo, projectDirectory } from "@ccdag/library";
import type { FolderManifest, ManifestDocument } from "./manifest-checks.ts";
import type { ExportedPart, WrittenDocument } from "./export-part.ts";
import { lockExport } from "./lock-export.ts";
import { DocumentNames } from "./document-names.ts";
import { filesOf, readFolderManifest, writeFolderManifest } from "./export-manifest.ts";
import type { IndexRow } from "./index-rows.ts";
import { OwnedFolder } from "./owned-folder.ts";
import { writeIndex } from "./write-folder-index.ts";

/**
 * Writes documents into a folder, part by part of a project, and an index of all that exports have written there: a
 * document stays when its transcript is gone.
 */
export class FolderExport {
  /** The folder, absolute. */
  readonly path: string;
  readonly names: DocumentNames;
  readonly #folder: OwnedFolder;
  readonly #manifest: FolderManifest;
  readonly #before: ReadonlyMap<string, ManifestDocument>;
  readonly #renderer: Renderer;
  readonly #isRedacted: boolean;
  readonly #io: LibraryIo;
  readonly #documents = new Map<string, ManifestDocument>();
  /** The keys of all sessions that were exported. */
  readonly #exported = new Set<string>();
  readonly #release: () => Promise<void>;
  #isFinished = false;

  private constructor(
    folder: OwnedFolder,
    manifest: FolderManifest,
    { renderer, isRedacted }: FolderStyle,
    io: LibraryIo,
    release: () => Promise<void>,
  ) {
    const { documents = [] } = manifest[renderer.ending] ?? {};
    // A name that was made of a title with a secret does not stay.
    const open = new Set(isRedacted ? documents.flatMap((one) => (one.isRedacted ? [] : one.name)) : []);
    this.names = new DocumentNames(renderer.ending, io.zone, documents, (name) => !open.has(name));
    this.path = folder.path;
    this.#folder = folder;
    this.#manifest = manifest;
    this.#before = new Map(documents.map((document) => [document.name, document]));
    this.#renderer = renderer;
    this.#isRedacted = isRedacted;
    this.#io = io;
    this.#release = release;
  }

  /**
   * Open a folder, and wait for another run that writes to it: hooks of two sessions may run at once.
   *
   * @param path the folder, absolute; it need not exist.
   * @param style the format, and whether secrets are redacted.
   * @param io the environment of the run.
   * @throws RequestError if there is an index that ccdag did not write.
   */
  static async open(path: string, style: FolderStyle, io: LibraryIo): Promise<FolderExport> {
    const isNew = !existsSync(path);
    const unlock = await lockExport(join(path, ".ccdag-export.lock"), io);
    const release = async () => {
      await unlock();
      // Where nothing was written, only the lock was in the folder.
      if (isNew) await rmdir(path).catch(() => {});
    };
    try {
      const manifest = await readFolderManifest(path);
      const folder = await OwnedFolder.open(path, filesOf(manifest), io.writer);
      const opened = new FolderExport(folder, manifest, style, io, release);
      await folder.assertFree(opened.#indexName);
      return opened;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** End the run, whether it was finished or not. */
  async close(): Promise<void> {
    await this.#folder.close(this.#isFinished);
    await this.#release();
  }

  /** Whether the folder lists documents of an earlier run. */
  hasAll(names: ReadonlyArray<{ readonly name: string }>): boolean {
    return names.every(({ name }) => this.#before.has(name));
  }

  /**
   * Write the documents of a part; those that an earlier run wrote are only listed.
   *
   * @returns the paths of all files that were written.
   * @throws RequestError if there is a file that ccdag did not write.
   */
  async add({ names, documents, roots }: ExportedPart): Promise<string[]> {
    const rows = groupBy(roots.flat(), ({ file }) => file);
    for (const { key } of roots.flat()) this.#exported.add(key);
    const paths: string[] = [];
    const written = new Map<string, Record<string, string>>();
    for (const document of documents) {
      const files = await this.#write(document);
      written.set(document.name, files);
      for (const path of Object.keys(files)) paths.push(join(this.path, path));
    }
    for (const named of names) {
      const { name } = named;
      const { files = {}, isRedacted = this.#isRedacted } = written.has(name) ? {} : (this.#before.get(name) ?? {});
      this.#documents.set(name, {
        ...named,
        files: written.get(name) ?? files,
        isRedacted,
        rows: rows.get(name) ?? [],
      });
    }
    return paths;
  }

  /**
   * Write the index, and remove the documents of the exported sessions that are not written any more.
   *
   * @returns what was done, in one line.
   */
  async finish(): Promise<string> {
    const others = [...this.#before.values()].filter(({ name }) => !this.#documents.has(name));
    const kept = others.filter((document) => !this.#isReplaced(document));
    const documents = [...this.#documents.values(), ...kept];
    const index = { [this.#indexName]: await this.#folder.write(this.#indexName, this.#indexOf(documents)) };
    const formats = { ...this.#manifest, [this.#renderer.ending]: { documents, index } };
    const changed = await this.#removeOthers(formats);
    await writeFolderManifest(this.path, formats, this.#io.writer);
    this.#isFinished = true;
    return this.#summary(kept, changed);
  }

  async #write({ name, texts, assets }: WrittenDocument): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    const write = async (path: string, content: (typeof texts)[number]) => {
      files[path] = await this.#folder.write(path, content);
    };
    // First, so that no link leads to a missing file.
    for (const asset of assets) await write(join(dirname(name), asset.path).replaceAll("\\", "/"), asset.bytes);
    for (const [index, text] of texts.entries()) await write(partPath(name, index + 1), text);
    return files;
  }

  /** Whether this run exported what a document holds, and wrote it elsewhere or not at all. */
  #isReplaced({ key, top, rows }: ManifestDocument): boolean {
    return this.#exported.has(rows.length > 0 ? key : top);
  }

  #indexOf(documents: readonly ManifestDocument[]): string {
    const trees = new Map<string, IndexRow[]>();
    // A new path may hold what is redacted in the old one.
    const aliases = this.#isRedacted ? undefined : this.#io.aliases;
    for (const { top, rows } of documents) {
      const tree = trees.get(top) ?? [];
      for (const row of rows) tree.push({ ...row, cwd: row.cwd && projectDirectory(row.cwd, aliases) });
      trees.set(top, tree);
    }
    const listed = [...trees.values()].filter((rows) => rows.length > 0);
    const ids = listed.flatMap((rows) => rows.map(({ sessionId }) => sessionId));
    const format = this.#renderer.path === undefined ? this.#renderer.name : "json";
    return writeIndex(listed, { format, zone: this.#io.zone, short: shorten(ids) });
  }

  /** Remove the files that no document needs any more; returns those that somebody changed, which stay. */
  async #removeOthers(formats: FolderManifest): Promise<string[]> {
    const wanted = filesOf(formats);
    const changed: string[] = [];
    for (const [path, mark] of filesOf(this.#manifest))
      if (!wanted.has(path) && !(await this.#folder.remove(path, mark))) changed.push(path);
    return changed;
  }

  #summary(kept: readonly ManifestDocument[], changed: readonly string[]): string {
    const open = this.#isRedacted ? kept.filter(({ isRedacted }) => !isRedacted) : [];
    const notes = [
      ...(kept.length > 0 ? [`${count(kept.length, "document")} of earlier exports kept`] : []),
      ...(open.length > 0 ? [`${open.length} of them not redacted: ${open[0]!.name}`] : []),
      ...(changed.length > 0 ? [`not removed, because they were changed: ${changed.join(", ")}`] : []),
    ];
    return [`${this.#documents.size + 1} documents`, ...notes].join("; ");
  }

  /** The index of a renderer plugin is JSON. */
  get #indexName(): string {
    return `index${this.#renderer.path === undefined ? this.#renderer.ending : ".json"}`;
  }
}

/** How the documents of a folder are written. */
export interface FolderStyle {
  readonly renderer: Renderer;
  /** Whether secrets are redacted. */
  readonly isRedacted: boolean;
}
