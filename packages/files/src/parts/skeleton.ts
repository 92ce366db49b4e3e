import { isAgentFile, parseEntries, type Source, sessionIdOf, sourceOf } from "@ccdag/core";
import { agentsMentioned, matesNamed, outputsMentioned, plansMentioned, tasksMentioned } from "./mentions.ts";
import { scanLines } from "./scan.ts";
import { SkeletonReader } from "./skeleton-reader.ts";

/** What a file says about which other files it belongs to. Ids are hashes, two numbers each. */
export interface Skeleton {
  /** The path of the file. */
  readonly path: string;
  /** The uuids of its records. */
  readonly uuids: Uint32Array;
  /** The uuids that its records name and that it does not hold: parents, leaves, what a compaction kept. */
  readonly references: Uint32Array;
  /** The ids of its API messages. */
  readonly messages: Uint32Array;
  /** The sessions that it belongs to: by its name, its folder, and its records. */
  readonly sessions: readonly string[];
  /** The agents of which it holds records. */
  readonly agents: readonly string[];
  /** The tasks that notifications in it name; a task may be an agent. */
  readonly tasks: readonly string[];
  /** The agents that it mentions in any other way. */
  readonly mentions: readonly string[];
  /** The teammates whose session it is: their names and teams, as {@link mentions} has agents. */
  readonly mates: readonly string[];
  /** The sessions in whose folders it says that large tool outputs are, or that made a plan that it carries out. */
  readonly outputs: readonly string[];
  /** The time of its first record, in milliseconds since 1970; absent if no record has a time. */
  readonly time?: number | undefined;
  /** Whether it holds records of a session that are not an agent's. */
  readonly isSession: boolean;
  /** Whether one of its lines is no record. */
  readonly isDamaged: boolean;
}

/** A transcript to look at. */
export interface CatalogueFile {
  /** Relative to the folder that is read, with `/`. */
  readonly path: string;
  /** Its bytes (UTF-8). */
  readonly value: Uint8Array;
  /** The source to ask first (default: only those of the options are asked). */
  readonly source?: Source | undefined;
}

/** Options of {@link readSkeleton}. */
export interface SkeletonOptions {
  /** Other programs whose files can be read (default: none). */
  readonly sources?: readonly Source[] | undefined;
  /**
   * Makes a text of bytes, one character each (default: a `TextDecoder` for latin1). In Node, `toString("latin1")` of its bytes is
   * faster.
   */
  readonly toText?: ((bytes: Uint8Array) => string) | undefined;
}

// Every JavaScript environment has it, but the language does not.
declare class TextDecoder {
  constructor(label: string);
  decode(bytes: Uint8Array): string;
}

const latin1 = new TextDecoder("latin1");

/**
 * Read what a transcript says about other files. Its lines are scanned for a few fields; only a line that is not plain
 * is parsed.
 *
 * @param file the transcript.
 * @param options sources, and how bytes become text.
 * @returns the skeleton: all that {@link findComponents} needs, about 12 bytes for each record.
 */
export function readSkeleton(file: CatalogueFile, options: SkeletonOptions = {}): Skeleton {
  const { path, value } = file;
  const { toText = (bytes: Uint8Array) => latin1.decode(bytes) } = options;
  const text = toText(value);
  const reader = new SkeletonReader(text);
  const parse = (from: number, to: number) => {
    for (const record of parseEntries({ path, value: value.subarray(from, to) })) reader.addRecord(record);
  };
  if (sourceOf(file, options)) for (const record of parseEntries(file, options)) reader.addRecord(record);
  else
    scanLines(text, {
      onRecord(spans, from, to) {
        if (!reader.addSpans(spans)) parse(from, to);
      },
      onOther: parse,
    });
  const { sessions, agents, ...ids } = reader.end();
  sessions.add(ownerOf(path) ?? sessionIdOf(path));
  if (isAgentFile(path)) agents.add(sessionIdOf(path).slice("agent-".length));
  return {
    path,
    ...ids,
    sessions: copies(sessions),
    agents: copies(agents),
    tasks: copies(tasksMentioned(text)),
    mentions: copies(agentsMentioned(text)),
    mates: ids.isSession ? copies(matesNamed(text)) : [],
    outputs: copies([...outputsMentioned(text), ...plansMentioned(text)]),
    isSession: ids.isSession && !isAgentFile(path),
  };
}

/** The same texts, not as parts of the text of the file: a part would keep all of it in memory. */
function copies(parts: Iterable<string>): string[] {
  return Array.from(parts, (part) => [...part].join(""));
}

/** The session in whose folder an agent's file is. */
function ownerOf(path: string): string | undefined {
  return /(?:^|\/)([^/]+)\/subagents\//.exec(path)?.[1];
}
