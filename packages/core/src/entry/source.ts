import type { Report } from "../report.ts";
import type { JsonObject, TranscriptRecord } from "./entry.ts";
import { headOf } from "./head-of.ts";
import { textLines } from "./text-lines.ts";
import { parseLine } from "./object.ts";

/** A file to read. */
export interface InputFile {
  /** Its path, with `/`, relative to the folder that is read. Locations and messages name it. */
  readonly path: string;
  /** Its content: text, bytes, or chunks of bytes cut anywhere. */
  readonly value: string | Uint8Array | Iterable<Uint8Array>;
  /** The source to ask first, if somebody has looked at the file (default: only those of the options are asked). */
  readonly source?: Source | undefined;
}

/** Options for reading records. */
export interface SourceOptions {
  /** Takes messages (default: they are dropped). */
  readonly report?: Report | undefined;
  /** Other programs whose files can be read; the first that accepts a file reads it (default: none). */
  readonly sources?: readonly Source[] | undefined;
}

/** Reads the files of another program as entries. All later stages are the same for every source. */
export interface Source {
  /** Its name, such as `pi`. */
  readonly name: string;
  /** What is among the first characters of each of its files: files without it are not asked about (default: all are). */
  readonly mark?: string | undefined;
  /**
   * Whether a file is from this program.
   *
   * @param path the path of the file, with `/`.
   * @param first the first record; `undefined` if the file holds none or is given in chunks.
   */
  accepts(path: string, first: JsonObject | undefined): boolean;
  /**
   * Read a file. It must return one record for each line that is not blank, in file order; otherwise the account does
   * not balance. `parseRecords` reads the JSON objects, `toRecord` makes an entry of an object with the fields of
   * Claude Code.
   */
  entries(file: InputFile, options: SourceOptions): Iterable<TranscriptRecord>;
}

/** The first JSON object of a file; lines before it may be damaged. */
function firstRecord(value: string | Uint8Array): JsonObject | undefined {
  for (const { text } of textLines(value)) {
    const parsed = parseLine(text);
    if (parsed) return parsed.raw;
  }
  return undefined;
}

/** The first source that accepts a file; `undefined` for a file of Claude Code. */
export function sourceOf({ path, value, source }: InputFile, options: SourceOptions): Source | undefined {
  const sources = [...(source ? [source] : []), ...(options.sources ?? [])];
  if (sources.length === 0) return undefined;
  // Chunks can be read only once.
  const isWhole = typeof value === "string" || value instanceof Uint8Array;
  const head = isWhole ? headOf(value) : "";
  const asked = sources.filter(({ mark }) => mark === undefined || head.includes(mark));
  // Most files are of Claude Code, and their first record may be large.
  if (asked.length === 0) return undefined;
  const first = isWhole ? firstRecord(value) : undefined;
  return asked.find((one) => one.accepts(path, first));
}
