import type { Row } from "ccdag/report";
import type { ViewOptions } from "./options.ts";

/** A file that somebody gave. */
export interface GivenFile {
  /** Relative to what was given, with `/`. */
  readonly path: string;
  readonly blob: Blob;
}

/** How far the work is. */
export interface Progress {
  readonly stage: "reading" | "parsing" | "rebuilding";
  /** Bytes that are done, and all of them. */
  readonly done: number;
  readonly total: number;
}

/** A session that can be told alone. */
interface SessionChoice {
  readonly id: string;
  readonly title: string;
  readonly messages: number;
}

/** What was found in a project. */
export interface Opened {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly verdict: string;
  readonly isComplete: boolean;
  readonly sessions: readonly SessionChoice[];
  readonly diagnostics: number;
  /** Nothing was said in any of the files. */
  readonly isEmpty: boolean;
}

/** A text, or several, as `ccdag export` would write them. */
export interface RenderedView {
  /** What it is: a page is shown as one, and nothing else is. */
  readonly to: string;
  readonly texts: readonly string[];
  /** Of pages: on which of them each anchor is, counted from 1. */
  readonly places?: ReadonlyMap<string, number> | undefined;
  /** Files that would stand beside it. */
  readonly assets: number;
  /** What was taken out, in words. */
  readonly redacted?: string | undefined;
}

/** What was noticed about the files. */
export interface Diagnostic {
  /** Empty for what is about no file. */
  readonly path: string;
  readonly line: number | undefined;
  readonly level: "error" | "warning" | "remark";
  /** The name of its page. */
  readonly rule: string;
  readonly reason: string;
}

/** Where all lines went. */
export interface Sums {
  readonly verdict: string;
  readonly findings: ReadonlyArray<{ readonly id?: string | undefined; readonly reason: string }>;
  readonly counts: ReadonlyArray<readonly [what: string, count: number, meaning: string]>;
  /** Folded lines by rule. */
  readonly folded: ReadonlyArray<readonly [rule: string, count: number]>;
  /** Records without a uuid, by type. */
  readonly uuidless: ReadonlyArray<readonly [type: string, count: number]>;
  readonly malformed: readonly string[];
  readonly drift: string;
}

/** Two drawings of one project, and the rows of its outline. */
export interface Drawings {
  readonly recorded: string;
  readonly rendered: string;
  readonly rows: readonly Row[];
}

/** Why an entry stands where it stands. */
export interface Why {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly statements: ReadonlyArray<{ readonly words: string; readonly rule: string | undefined }>;
  /** The record, as it is in the file. */
  readonly raw: string;
}

/** What can be asked, and what is answered. */
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

/** What comes back. */
export type Response =
  | { id: number; progress: Progress }
  | { id: number; output: Questions[keyof Questions]["output"] }
  | { id: number; failed: string };
