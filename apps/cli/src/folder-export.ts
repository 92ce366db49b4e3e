import { join } from "node:path";
import { idsIn, type Session, shorten } from "@ccdag/ccast";
import type { Exported, Renderer } from "@ccdag/pipeline";
import { compareRoots, type RootKey } from "@ccdag/processor";
import type { VFile } from "vfile";
import { documentKey, type IndexRow, rowsOfSessions, writeIndex } from "./command/export-index.ts";
import { CallError, type CommandIo } from "./io.ts";
import { rootPlaces } from "./root-places.ts";
import { readRegular } from "./write/read-regular.ts";
import { writeDocument } from "./write-document.ts";

/** A session at the top of the tree, with what the index says of it. */
interface IndexedRoot {
  readonly key: RootKey;
  readonly rows: readonly IndexRow[];
}

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
   * @param exported the part.
   * @param file its files, after parsing.
   * @throws CallError if there is an index that ccdag did not write.
   */
  async add(exported: Exported, file: VFile): Promise<void> {
    const { documents, render, tree, whole } = exported;
    if (this.#parts++ === 0) await this.#assertOwnIndex(documents);
    for (const document of documents)
      await writeDocument(join(this.#folder, document.name), render(document), {
        writer: this.#io.writer,
        isNamed: false,
      });
    this.#count += documents.length;
    const names = new Map(
      documents.flatMap(({ node, name }) => (isSession(node) ? [[documentKey(node), name] as const] : [])),
    );
    const placeOf = rootPlaces(whole, file);
    const roots = tree.children.filter(isSession);
    const rows = rowsOfSessions(roots, names, this.#renderer.name);
    for (const [index, root] of roots.entries()) this.#roots.push({ key: placeOf(root), rows: rows[index]! });
    if (this.#renderer.name === "html") for (const id of idsIn(tree)) this.#ids.add(id);
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
  async #assertOwnIndex(documents: Exported["documents"]): Promise<void> {
    const path = join(this.#folder, this.#indexName);
    const text = await readRegular(path);
    if (text === undefined || text.includes("session-") || documents.some(({ name }) => text.includes(name))) return;
    throw new CallError(`Unexpected file \`${path}\`, which ccdag did not write; expected another folder`);
  }
}

function isSession(node: { type: string }): node is Session {
  return node.type === "session";
}
