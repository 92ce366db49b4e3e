import type { Pull } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import type { Entry, Loose } from "../entry/entry.ts";
import type { DagLine, LineSet } from "../line/line.ts";

/** A line that leaves from another one. */
export interface Attached {
  /** The trunk of a session or an agent. */
  readonly line: DagLine;
  /** The entry that it leaves from. */
  readonly at: Entry;
  /** The line that tells this entry. */
  readonly parent: DagLine;
}

/** Bookkeeping at its place: after an entry of its line, or at the head of it. */
export interface PlacedLoose {
  readonly loose: Loose;
  readonly after: Entry | undefined;
  /** What it says, where it is speech that no entry repeats. */
  readonly isSpeech: boolean;
}

/** Lines attached to lines. */
export interface SessionTree {
  readonly dag: Dag;
  readonly lines: LineSet;
  /** Trunks that hang on nothing, by (time, path, line) of their first entry. Agents without a birthplace are among them. */
  readonly roots: readonly DagLine[];
  /** Lines that leave from a line, by (time, path, line). */
  readonly attachedTo: (line: DagLine) => readonly Attached[];
  /** Where a trunk hangs. */
  readonly attachment: (line: DagLine) => Attached | undefined;
  readonly looseOf: (line: DagLine) => readonly PlacedLoose[];
  /** Records that no line holds: bookkeeping of files without a conversation. */
  readonly evidence: readonly Loose[];
  /** The title of a session, by path of its file. */
  readonly titleOf: (path: string) => string | undefined;
  /** The pull requests of a session, by path of its file. */
  readonly pullsOf: (path: string) => Pull[] | undefined;
}
