import type { IndexWork } from "./index-work.ts";
import type { ServedWords } from "../served-words.ts";
import type { Words } from "../words.ts";

/** The tokens and the cost of one model in a session. */
export interface IndexUsage {
  /** The name of the model, as recorded. */
  readonly model: string;
  /** Input and output tokens together. */
  readonly tokens: number;
  /** US dollars; 0 if its prices are not known. */
  readonly cost: number;
}

/** How a session ended: what follows its last prompt. */
export type IndexEnd = "answered" | "unanswered" | "interrupted" | "failed";

/** A session in an index. */
export interface IndexSession {
  readonly title: string;
  /** The address of its page. */
  readonly href: string;
  /** Its nesting level, from 0: it continues the last session before it whose level is one lower. */
  readonly depth: number;
  /** Its first and last time, in milliseconds since 1970 (default: not shown). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Its first prompt on one line, untrusted (default: not shown, as where it is the title). */
  readonly prompt?: string | undefined;
  /** The beginning of its last answer on one line, untrusted (default: not shown). */
  readonly outcome?: string | undefined;
  /** How it ended (default: `answered`). */
  readonly end?: IndexEnd | undefined;
  /** The coding agent that it is a session of, as in `clients` of `@ccdag/ccast` (default: Claude Code). */
  readonly client?: string | undefined;
  readonly models: readonly string[];
  /** What each model used (default: not known, so that the session is not in the table of models). */
  readonly usage?: readonly IndexUsage[] | undefined;
  /** Input and output tokens together. */
  readonly tokens: number;
  /** Those of its main thread and its branches. A count of 0 is not shown, here and for agents and files. */
  readonly messages: number;
  /** 1 without a fork, which is not shown. */
  readonly branches: number;
  readonly agents: number;
  /** The number of files that it changed (default: not shown). */
  readonly files?: number | undefined;
  /** What its API calls cost, in US dollars (default: not shown). */
  readonly cost?: number | undefined;
  /** The number of calls whose model has no price (default: 0). */
  readonly unpriced?: number | undefined;
  /** The number of messages on each day in UTC, such as `2026-04-14` (default: all of them on the day of `to`). */
  readonly days?: Readonly<Record<string, number>> | undefined;
  /** What it did or left: shown on the page of work, and counted in the index (default: nothing). */
  readonly work?: readonly IndexWork[] | undefined;
  /** Whether something was written to it a moment ago (default: `false`). */
  readonly isRunning?: boolean | undefined;
  /** Whether it was not read yet: its row says when it was written, and no more (default: `false`). */
  readonly isPending?: boolean | undefined;
}

/** A project in an index. */
export interface IndexProject {
  /** Its name: a path is shown by its last folders. */
  readonly title: string;
  /** In reading order, each after the session that it continues. */
  readonly sessions: readonly IndexSession[];
}

/** Options of {@link toIndexPage} and {@link toWorkPage}. */
interface IndexPageOptions {
  /** The title of the page (default: `words.sessions` or `words.work`, in English `Sessions` and `What was done`). */
  readonly title?: string | undefined;
  /** The language of the labels, for `<html lang>` and the names of days (default: `en`). */
  readonly lang?: string | undefined;
  /** Labels that replace the English ones. */
  readonly words?: Partial<Words & ServedWords> | undefined;
}

/** Options of {@link toWorkPage}. */
export interface WorkPageOptions extends IndexPageOptions {
  /** The address of the index (default: the page has no link to it). */
  readonly index?: string | undefined;
  /** Returns the address of a message of a session (default: the anchor on its page). */
  readonly hrefOf?: ((session: IndexSession, work: IndexWork) => string) | undefined;
}

/** Options of {@link toIndexPage}. */
export interface IndexOptions extends IndexPageOptions {
  /**
   * The folder of a search index, relative to the page, with `/` at its end: the search then covers the text of all pages
   * (default: titles, prompts and outcomes only).
   */
  readonly search?: string | undefined;
  /** The address of server-sent events; the page then updates itself (default: a static page). */
  readonly live?: string | undefined;
  /** The address of the page of {@link toWorkPage}, to which the counts of work lead (default: they are not shown). */
  readonly work?: string | undefined;
  /** The address of the index of all projects, for that of a single one (default: there is none). */
  readonly above?: string | undefined;
  /** How many sessions of how many are read (default: all). */
  readonly progress?: { readonly done: number; readonly of: number } | undefined;
}
