import { readProject } from "@ccdag/files";
import { createMemory, type HastOptions, type IndexSession } from "@ccdag/render-html";
import type { Source } from "../site/sources.ts";
import { type PageOptions, tellProject } from "../site/tell-project.ts";

/** The pages of one project, in memory. They are told when somebody asks for one. */
export class Shelf {
  readonly source: Source;
  readonly #options: PageOptions;
  #files = new Map<string, string | Uint8Array>();
  #sessions: IndexSession[] = [];
  #title: string | undefined;
  /** What is told now; another telling waits for it. */
  #telling: Promise<void> | undefined;
  #isStale = true;
  /** A line that is added leaves all other texts as they are. */
  readonly #memory: NonNullable<HastOptions["memory"]> = createMemory();

  constructor(source: Source, options: PageOptions) {
    this.source = source;
    this.#options = options;
  }

  /** What an index says of the project. */
  async contents(): Promise<{ title: string; sessions: readonly IndexSession[] }> {
    await this.#settle();
    return { title: this.#title ?? this.source.name, sessions: this.#sessions };
  }

  /** A page, or a file that belongs to one. */
  async file(name: string): Promise<string | Uint8Array | undefined> {
    await this.#settle();
    return this.#files.get(name);
  }

  /** The transcripts have changed: what is asked for next is told anew. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Tell what has changed. Nothing is told of a project that nobody has asked for yet. */
  async refresh(): Promise<string[]> {
    if (this.#files.size === 0 && !this.#telling) return [];
    const before = this.#files;
    await this.#settle();
    return [...this.#files].flatMap(([name, content]) => (before.get(name) === content ? [] : [name]));
  }

  async #settle(): Promise<void> {
    while (this.#telling || this.#isStale) {
      this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
      await this.#telling;
    }
  }

  async #tell(): Promise<void> {
    this.#isStale = false;
    const { folder, session } = this.source;
    const files = new Map<string, string | Uint8Array>();
    const file = await readProject(folder);
    const told = await tellProject(
      file,
      session,
      { ...this.#options, memory: this.#memory },
      (name, content) => void files.set(name, content),
    );
    this.#memory.turn();
    this.#files = files;
    this.#sessions = told.sessions;
    this.#title = told.title;
  }
}
