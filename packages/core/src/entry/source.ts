import type { Report } from "../report.ts";
import type { JsonObject, TranscriptRecord } from "./entry.ts";
import { textLines } from "./text-lines.ts";
import { parseObject } from "./object.ts";

/** A file to read. */
export interface InputFile {
  /** Named in every place and message; with `/`, relative to the folder that was asked for. */
  readonly path: string;
  readonly value: string | Uint8Array | Iterable<Uint8Array>;
}

/** Options of reading records. */
export interface SourceOptions {
  /** Takes messages (default: they are dropped). */
  readonly report?: Report | undefined;
  /** Other programs whose files can be read; the first that accepts a file reads it (default: none). */
  readonly sources?: readonly Source[] | undefined;
}

/** Reads the files of another program as entries. Everything behind it is the same for all sources. */
export interface Source {
  /** What it is called, such as `pi`. */
  readonly name: string;
  /** Whether a file is one of this program's, by its path and its first record, which is not known of a file in chunks. */
  accepts(path: string, first: JsonObject | undefined): boolean;
  /**
   * Read a file: one line for each line of it that is not blank, in their order, or the account does not come out.
   * `parseRecords` reads lines, `toLine` makes an entry of a record in the terms of Claude Code.
   */
  entries(file: InputFile, options: SourceOptions): Iterable<TranscriptRecord>;
}

/** The first line that holds a record: lines before it may be damaged. */
function firstRecord(value: string | Uint8Array): JsonObject | undefined {
  for (const { text } of textLines(value)) {
    const record = parseObject(text);
    if (record) return record;
  }
  return undefined;
}

/** The source of an extension that knows a file; nothing where it is Claude Code's. */
export function sourceOf({ path, value }: InputFile, { sources = [] }: SourceOptions): Source | undefined {
  if (sources.length === 0) return undefined;
  // Chunks can be read only once.
  const isWhole = typeof value === "string" || value instanceof Uint8Array;
  const first = isWhole ? firstRecord(value) : undefined;
  return sources.find((source) => source.accepts(path, first));
}
