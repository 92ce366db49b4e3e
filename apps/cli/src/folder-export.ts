import { dirname, join } from "node:path";
import { shorten } from "@ccdag/ccast";
import { partPath, type Renderer } from "@ccdag/pipeline";
import { compareRoots } from "@ccdag/processor";
import { writeIndex } from "./command/export-index.ts";
import { CallError, type CommandIo } from "./io.ts";
import type { ExportedPart, IndexedRoot } from "./parts/export-part.ts";
import { readRegular } from "./write/read-regular.ts";
import { writeDocument } from "./write-document.ts";

/** Writes documents into a folder, part by part of a project, and an index of all of them at the end. */
export class FolderExport {
  readonly #folder: string;
  readonly #renderer: Renderer;
  readonly #io: CommandIo;
  readonly #roots: IndexedRoot[] = [];
  readonly #ids = new Set<string>();
  #count = 0;
  #parts = 0;

  /**
   * @param folder the folder, absolute.
   * @param renderer the format.
   * @param io the environment of the run.
   */
  constructor(folder: string, renderer: Renderer, io: CommandIo) {
    this.#folder = folder;
    this.#renderer = renderer;
    this.#io = io;
  }

  /**
   * Write the documents of a part.
   *
   * @returns the paths of all files that were written.
   * @throws CallError if there is an index that ccdag did not write.
   */
  async add({ names, documents, roots, ids }: ExportedPart): Promise<string[]> {
    if (this.#parts++ === 0) await this.#assertOwnIndex(names);
    const paths: string[] = [];
    for (const document of documents) {
      const path = join(this.#folder, document.name);
      const count = await writeDocument(path, document, { writer: this.#io.writer, isNamed: false });
      for (let part = 1; part <= count; part++) paths.push(partPath(path, part));
      for (const asset of document.assets) paths.push(join(dirname(path), asset.path));
    }
    this.#count += names.length;
    for (const root of roots) this.#roots.push(root);
    for (const id of ids) this.#ids.add(id);
    return paths;
  }

  /** Write the index; returns the number of all documents. */
  async finish(): Promise<number> {
    if (this.#parts === 0) await this.#assertOwnIndex([]);
    // The only part is in its order; redaction may have changed what its sessions are called.
    if (this.#parts > 1) this.#roots.sort((a, b) => compareRoots(a.key, b.key));
    const rows = this.#roots.flatMap((root) => root.rows);
    const index = writeIndex(rows, shorten(this.#ids), this.#renderer.name);
    await this.#io.writer.writeBelow(this.#folder, this.#indexName, index);
    return this.#count + 1;
  }

  /** The index of a renderer plugin is JSON. */
  get #indexName(): string {
    return `index${this.#renderer.path === undefined ? this.#renderer.ending : ".json"}`;
  }

  /** Refuse to overwrite an index that ccdag did not write: one that names no document of a session. */
  async #assertOwnIndex(names: readonly string[]): Promise<void> {
    const path = join(this.#folder, this.#indexName);
    const text = await readRegular(path);
    if (text === undefined || text.includes("session-") || names.some((name) => text.includes(name))) return;
    throw new CallError(`Unexpected file \`${path}\`, which ccdag did not write; expected another folder`);
  }
}
