/** Something that a session did or left, as in `sessionWork` of `@ccdag/report`. */
export interface IndexWork {
  readonly kind: "failed" | "todo" | "plan" | "pr" | "file";
  /** What it is, on one line, untrusted: of a pull request its address. */
  readonly text: string;
  /** More about it, on one line, untrusted; may be empty. */
  readonly detail: string;
  /** The agent that did it (default: the session itself). */
  readonly agent?: string | undefined;
  /** The uuid of its message (default: not known, so that it leads to the beginning of its session). */
  readonly entry?: string | undefined;
  /** The page of its message, where that is not the first one of the session. */
  readonly page?: string | undefined;
}
