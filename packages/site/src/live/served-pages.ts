/** The transcript of a session. */
export interface SessionTranscript {
  /** Its path in the project. */
  readonly path: string;
  /** Its path in the file system. */
  readonly source: string;
  /** How many bytes of it the pages show. */
  readonly size: number;
}

/** Reads a project, and renders its pages when they are requested. */
export interface ServedPages {
  /** How long it takes to read and render what changes, in milliseconds, as far as is known. */
  readonly cost: number;
  /**
   * A page by its name.
   *
   * @returns absent for a page that is not there.
   * @throws an error for a session that cannot be rendered.
   */
  page(name: string): Promise<string | undefined>;
  /** A file that belongs to a page. */
  asset(name: string): Promise<Uint8Array | undefined>;
  /**
   * Find an entry by its uuid or the beginning of it.
   *
   * @param entry the uuid.
   * @param page the name of the first page of its session (default: all are looked at).
   * @returns the name of its page, with its anchor; absent if no page shows it.
   */
  find(entry: string, page?: string): Promise<string | undefined>;
  /** The transcript that a session is in, by the name of its first page; absent if it is none or several. */
  transcriptOf(page: string): Promise<SessionTranscript | undefined>;
  /** Say whether {@link markStale} is called when the transcripts change; else they are read for each request. */
  watch(isWatched: boolean): void;
  /** Mark the transcripts as changed: they are read again at the next request. */
  markStale(): void;
  /** Forget all rendered pages: no page is open. */
  forget(): void;
}
