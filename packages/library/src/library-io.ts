import type { TaskProgress } from "./progress.ts";
import type { UserConfig } from "@ccdag/config";
import type { Writer } from "@ccdag/keep/write";
import type { ccdag } from "@ccdag/processor";
import type { Zone } from "@ccdag/mdast/time";
import type { Aliases } from "./project-identity.ts";
import type { SearchPattern } from "./read-query.ts";

/** Shows how far a long task is. */
export interface ProgressBar {
  /** Show how far the task is. */
  readonly at: (progress: TaskProgress) => void;
  /** Clear what is shown, so that a message can be printed. */
  readonly pause: () => void;
  /** The task has ended, or failed. */
  readonly end: () => void;
}

/** What finding and reading sessions depends on. `openLibrary` makes one; a command line has one for each run. */
export interface LibraryIo {
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folders of projects that are read as one, absolute; they need not exist. */
  readonly roots: readonly string[];
  /** The coding agents whose sessions are read, by their ids in `clients` of `@ccdag/ccast` (default: all). */
  readonly clients?: readonly string[] | undefined;
  /** The projects that were moved or renamed, as `readAliases` gives them (default: none). */
  readonly aliases?: Aliases | undefined;
  /** Whether links that lead out of a folder of transcripts are read. */
  readonly followLinks: boolean;
  /** Whether an input means only what is in the roots: no other path is looked at (default: `false`). */
  readonly isInRootsOnly?: boolean | undefined;
  /** Makes the pattern between two slashes of a search (default: `RegExp`, which some patterns keep busy for ever). */
  readonly compile?: ((source: string) => SearchPattern) | undefined;
  /** The cache folder, for what is remembered between runs; absent for none. */
  readonly cache: string | undefined;
  /** The name and the version of the program: what it made of transcripts is remembered for it alone (default: none). */
  readonly program?: string | undefined;
  /** Plugins and settings of the user. */
  readonly config: UserConfig | undefined;
  /** The processor that parses (default: `ccdag`). */
  readonly processor?: typeof ccdag | undefined;
  /** Protects what is read: it refuses to write onto it. */
  readonly writer: Writer;
  /** A file that is written while transcripts are read: reading it is refused (default: none). */
  readonly stdoutPath?: string | undefined;
  /**
   * Reads a transcript that is piped into the program (default: none is).
   *
   * @param isNamed whether the input names it, as `-`; else only what comes at once is one.
   */
  readonly readStdin?: ((isNamed: boolean) => Promise<Uint8Array | undefined>) | undefined;
  /** Takes what a person should know: whole lines. */
  readonly stderr: (text: string) => void;
  /** Whether it is said what an input means. */
  readonly isVerbose: boolean;
  /** Whether only failures are said. */
  readonly isQuiet: boolean;
  /** Shows how far a long task is (default: nowhere). */
  readonly showProgress?: (() => Promise<ProgressBar>) | undefined;
  /** Stops reading between two parts of a folder (default: it is not stopped). */
  readonly signal?: AbortSignal | undefined;
  /** Whose days and hours periods and tables mean. */
  readonly zone: Zone;
  /** The time that "yesterday" is relative to (default: the current time). */
  readonly now?: Date | undefined;
  /** What is kept for the time of the run: see `once`. */
  readonly memo: Map<unknown, unknown>;
}
