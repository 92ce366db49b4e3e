import type { Row } from "@ccdag/report";
import type { ViewOptions } from "./options.ts";

/** A file from the reader. */
export interface GivenFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly blob: Blob;
}

/** The progress of reading. */
export interface Progress {
  readonly stage: "reading" | "parsing" | "rebuilding";
  /** Bytes that were processed, and all bytes. */
  readonly done: number;
  readonly total: number;
}

/** A session that can be rendered alone. */
interface SessionChoice {
  readonly id: string;
  readonly title: string;
  readonly messages: number;
}

/** A summary of a project. */
export interface Opened {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly verdict: string;
  readonly isComplete: boolean;
  readonly sessions: readonly SessionChoice[];
  readonly diagnostics: number;
  /** The files contain no messages. */
  readonly isEmpty: boolean;
}

/** The texts that `ccdag export` would write. */
export interface RenderedView {
  /** The format. Only HTML is shown as a page, everything else as text. */
  readonly to: string;
  readonly texts: readonly string[];
  /** The number of files that would be written next to it. */
  readonly assets: number;
  /** What was redacted, in words. */
  readonly redacted?: string | undefined;
}

/** A diagnostic about a file, or about the project. */
export interface Diagnostic {
  /** Empty for a diagnostic about the project. */
  readonly path: string;
  readonly line: number | undefined;
  readonly level: "error" | "warning" | "remark";
  /** The name of the rule or message, and of its page. */
  readonly rule: string;
  readonly reason: string;
}

/** The account of all lines. */
export interface Sums {
  readonly verdict: string;
  readonly findings: ReadonlyArray<{ readonly id?: string | undefined; readonly reason: string }>;
  readonly counts: ReadonlyArray<readonly [what: string, count: number, meaning: string]>;
  /** Folded lines by rule. */
  readonly folded: ReadonlyArray<readonly [rule: string, count: number]>;
  /** Records without a uuid, by type. */
  readonly bookkeeping: ReadonlyArray<readonly [type: string, count: number]>;
  readonly malformed: readonly string[];
  readonly drift: string;
}

/** Two drawings of a project, and the rows of its outline. */
export interface Drawings {
  readonly recorded: string;
  readonly rendered: string;
  readonly rows: readonly Row[];
}

/** The explanation of the position of an entry. */
export interface Why {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly statements: ReadonlyArray<{ readonly words: string; readonly rule: string | undefined }>;
  /** The line of the file. */
  readonly raw: string;
}

/** The questions to the worker, and its answers. */
export interface Questions {
  open: { input: { name: string; files: readonly GivenFile[] }; output: Opened };
  render: { input: ViewOptions; output: RenderedView };
  diagnostics: { input: undefined; output: readonly Diagnostic[] };
  account: { input: undefined; output: Sums };
  draw: { input: ViewOptions; output: Drawings };
  why: { input: string; output: readonly Why[] };
}

/** A question on its way to the worker. */
export type Request = { [K in keyof Questions]: { id: number; ask: K; input: Questions[K]["input"] } }[keyof Questions];

/** A message from the worker. */
export type Response =
  | { id: number; progress: Progress }
  | { id: number; output: Questions[keyof Questions]["output"] }
  | { id: number; failed: string };
