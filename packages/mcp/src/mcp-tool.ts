import type { LibraryIo, Redaction } from "@ccdag/library";
import type { Position } from "./cursor.ts";
import { frameChars } from "./frame.ts";
import type { PageMemory } from "./page-memory.ts";

/** An input of a tool, as the schema and the checks need it. */
export interface McpInput {
  readonly name: string;
  /** A text, or a whole number with its least and greatest value. */
  readonly type: "text" | readonly [least: number, greatest: number];
  readonly description: string;
  /** The values that a text may have (default: every text). */
  readonly choices?: readonly string[] | undefined;
  /** Whether the tool needs it, unless a cursor is given (default: `false`). */
  readonly isRequired?: boolean | undefined;
}

/** The inputs of a call, checked: texts and whole numbers by name. */
export type McpInputs = Readonly<Record<string, string | number | undefined>>;

/** What a call may use. */
export interface McpCall {
  /** The environment of this call: nothing that a call remembers in it outlives the call. */
  readonly io: LibraryIo;
  /** The redaction of the server; absent with `--no-redact`. */
  readonly redaction: Redaction | undefined;
  /** The pages of the session that was read last. */
  readonly pages: PageMemory;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Where an earlier answer ended; absent at the beginning. */
  readonly position: Position | undefined;
}

/** The answer of a tool. */
export interface McpAnswer {
  /** Untrusted text: it is put into a frame. Empty if nothing was found. */
  readonly record: string;
  /** What ccdag says about it: a line above the frame. No part of it comes from a transcript. */
  readonly about: string;
  /** Where the next answer begins; absent if this one is complete. */
  readonly next?: Position | undefined;
}

/** A tool of the server. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: readonly McpInput[];
  /** Answers a call. Throws a `RequestError` for inputs that mean nothing. */
  readonly run: (inputs: McpInputs, call: McpCall) => Promise<McpAnswer>;
}

/** Inputs that several tools have. */
export const shared: Readonly<Record<"since" | "until" | "project" | "cursor" | "budget", McpInput>> = {
  since: { name: "since", type: "text", description: "from then on: 2026-03-14, yesterday, last week, 3 days ago" },
  until: { name: "until", type: "text", description: "up to then; a day, week or month counts to its end" },
  project: { name: "project", type: "text", description: "only this project: its name or working directory" },
  cursor: { name: "cursor", type: "text", description: "nextCursor of an answer, to get what follows; pass it alone" },
  budget: {
    name: "budget",
    type: [6000, 100_000],
    description: "characters of the answer, at most (default: 20000)",
  },
};

/** The characters of an answer, unless `budget` says otherwise. */
export const defaultBudget = 20_000;

/** How many characters of an answer stand around the record: the frame, our line above it, the cursor, which holds the inputs. */
export function charsAround(inputs: McpInputs): number {
  return frameChars + 400 + Math.ceil(JSON.stringify(inputs).length * 1.4);
}
