import type { Writer } from "@ccdag/keep/write";
import type { VFile } from "vfile";
import type { InputSource, TaskProgress } from "@ccdag/library";
import type { SourceSize } from "./source-size.ts";
import type { SitePart } from "./site-parts.ts";
import type { PageOptions } from "./open-project.ts";

/** Options of {@link writeSite}. */
export interface WriteSiteOptions extends PageOptions {
  /** The version and all options that change a page: if it differs from that of the last run, all pages are rendered again. */
  readonly signature: string;
  /** A hash of the redaction. */
  readonly policy: string;
  /** Whether to write a full-text search index. */
  readonly search: boolean;
  /** How many words of pages are in memory while the index is written, at most (default: 3 million). */
  readonly searchPostings?: number | undefined;
  /** Whether to remove pages whose transcripts no longer exist. */
  readonly prune: boolean;
  /**
   * Asks before all pages of projects that this run did not read are removed.
   *
   * @returns whether to remove them.
   */
  readonly confirm: (projects: readonly string[], pages: number) => Promise<boolean>;
  /** Divides a project into parts. */
  readonly divide: (source: InputSource) => Promise<readonly SitePart[]>;
  /** Writes all files. */
  readonly writer: Writer;
  /** Says how much there is to read of a project (default: it is not known before it is read). */
  readonly sizeOf?: ((source: InputSource) => Promise<SourceSize>) | undefined;
  /** Called with how far the run is, in sessions. */
  readonly progress: (progress: TaskProgress) => void;
  /** Called with the files of each project, to print their messages. */
  readonly report: (file: VFile) => Promise<void>;
}
