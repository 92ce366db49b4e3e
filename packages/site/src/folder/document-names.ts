import type { Session } from "@ccdag/ccast";
import { type NameDocument, uniqueNames } from "@ccdag/pipeline";
import type { Zone } from "@ccdag/mdast/time";
import { baseName, lastFolder, wordsOf } from "./base-name.ts";

/** A document of a folder. */
export interface NamedDocument {
  /** Its path in the folder, with `/`. */
  readonly name: string;
  /** What it is about, which stays when its title changes: the project, and the id of the session, branch or agent. */
  readonly key: string;
  /** The key of the session at the top of the tree that holds it. */
  readonly top: string;
}

/**
 * What a thread of a folder is called, whatever its title is.
 *
 * @param stem `session-<id>`, `branch-<uuid>` or `agent-<id>`.
 * @param top the session at the top of its tree.
 */
export function keyOf(stem: string, top: Session | undefined): string {
  return `${top?.cwd ?? ""}\n${stem}`;
}

/**
 * The names of all documents of a folder: `<project>/<date>-<title>-<id>`. A document keeps the name that it has in the
 * folder, so that links to it stay when its title changes.
 */
export class DocumentNames {
  readonly #ending: string;
  readonly #zone: Zone;
  /** The names that documents have in the folder, by their keys; those of this run are removed. */
  readonly #known: Map<string, string>;
  /** The folders of projects, by their working directories. */
  readonly #folders = new Map<string, string>();
  readonly #unique: (path: string) => string;
  readonly #uniqueFolder = uniqueNames("/", (path) => path);
  readonly #taken = new Set<string>();
  /** The folders of {@link #folders}, in lower case. */
  readonly #takenFolders = new Set<string>();
  readonly #named = new Map<string, NamedDocument>();

  /**
   * @param ending the file ending of the format, with the dot.
   * @param zone whose days the names begin with.
   * @param known the documents that are in the folder (default: none).
   * @param isKept whether a document keeps its name (default: each does). No other document gets it.
   */
  constructor(
    ending: string,
    zone: Zone,
    known: readonly NamedDocument[] = [],
    isKept: (name: string) => boolean = () => true,
  ) {
    this.#ending = ending;
    this.#zone = zone;
    this.#unique = uniqueNames(ending, (path) => path);
    this.#take(`index${ending}`);
    const kept = known.filter(({ name }) => isKept(name));
    this.#known = new Map(kept.map(({ key, name }) => [key, name]));
    for (const { name } of known) this.#take(name);
    for (const { key, name } of kept) this.#takeFolder(cwdIn(key), folderIn(name));
  }

  /** Name a document. */
  readonly next: NameDocument = (stem, thread, top) => {
    const key = keyOf(stem, top);
    const name = this.#known.get(key) ?? this.#free(`${this.#folderOf(top?.cwd)}${baseName(stem, thread, this.#zone)}`);
    return this.#add({ name, key, top: top === undefined ? key : keyOf(`session-${top.sessionId}`, top) });
  };

  /** What is known of a document that was named. */
  get(name: string): NamedDocument {
    return this.#named.get(name)!;
  }

  /** Take names that were made elsewhere; returns `false`, and takes none, if one of them is not the one made here. */
  take(documents: readonly NamedDocument[]): boolean {
    for (const { key, name } of documents) {
      const known = this.#known.get(key);
      if (known === undefined ? this.#taken.has(name.toLowerCase()) : known !== name) return false;
      const folder = this.#folders.get(cwdIn(key));
      const isTaken = this.#takenFolders.has(folderIn(name).toLowerCase());
      if (folder === undefined ? isTaken : folder !== folderIn(name)) return false;
    }
    for (const document of documents) {
      if (!this.#known.has(document.key)) this.#take(document.name);
      this.#takeFolder(cwdIn(document.key), folderIn(document.name));
      this.#add(document);
    }
    return true;
  }

  #add(document: NamedDocument): string {
    this.#known.delete(document.key);
    this.#named.set(document.name, document);
    return document.name;
  }

  #take(name: string): void {
    this.#taken.add(name.toLowerCase());
    this.#unique(name.slice(0, -this.#ending.length));
  }

  #free(path: string): string {
    const name = this.#unique(path);
    this.#taken.add(name.toLowerCase());
    return name;
  }

  /** The folder of a project, with `/` at its end; empty if its working directory is not known. */
  #folderOf(cwd: string | undefined): string {
    const known = this.#folders.get(cwd ?? "");
    if (known !== undefined || cwd === undefined) return known ?? "";
    const stem = wordsOf(lastFolder(cwd)) || "project";
    // Windows has devices of these names.
    const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(stem) ? `${stem}-project` : stem;
    let folder = this.#uniqueFolder(safe);
    while (this.#takenFolders.has(folder)) folder = this.#uniqueFolder(safe);
    this.#takeFolder(cwd, folder);
    return folder;
  }

  #takeFolder(cwd: string, folder: string): void {
    if (this.#folders.has(cwd)) return;
    this.#folders.set(cwd, folder);
    if (folder !== "") this.#takenFolders.add(folder.toLowerCase());
  }
}

function cwdIn(key: string): string {
  return key.slice(0, key.lastIndexOf("\n"));
}

function folderIn(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}
