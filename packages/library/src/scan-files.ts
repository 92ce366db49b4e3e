import { basename } from "node:path";
import { sourceFor } from "@ccdag/clients";
import { headOf } from "@ccdag/core";
import { type ListedFile, plainName, readInto } from "@ccdag/files";
import { reasonOf } from "@ccdag/files/errors";
import { VFile } from "vfile";
import { sessionStemOf } from "@ccdag/ccast";
import type { Query } from "./read-query.ts";
import { addLines, type CandidateLine, createScanner, lineAt, linesWith, type Scanner } from "./scanner.ts";

/** A session and its files, as far as they can match. */
export interface Group {
  /** The path of the session without an ending. */
  readonly stem: string;
  /** The path of one of the files that may match. */
  readonly path: string;
  readonly files: MiniFile[];
  /** Sidecars that say what an agent is. */
  readonly sidecars: Array<{ readonly path: string; readonly value: Uint8Array }>;
  /** Whether a file matches that is no transcript of Claude Code, such as a large tool output. */
  isWhole: boolean;
}

/** A transcript, as far as it can match. */
interface MiniFile {
  readonly path: string;
  readonly lines: readonly CandidateLine[];
}

/**
 * Scan files for lines that can match, and for the lines that say what the title of a session and the tool of a result are.
 *
 * @param files what is searched, sorted by path.
 * @param query what is searched for.
 * @param folder the folder of the files.
 * @param unread takes files that could not be read, or only in part.
 * @param signal stops it between two files (default: it is not stopped).
 * @returns the sessions that may match, one after the other: only the lines of one are in memory.
 */
export async function* scanFiles(
  files: readonly ListedFile[],
  query: Query,
  folder: string,
  unread: VFile[],
  signal?: AbortSignal,
): AsyncGenerator<Group> {
  const scanner = createScanner(query.needles);
  const metas = new Map(files.flatMap((file) => (file.path.endsWith(".meta.json") ? [[file.path, file]] : [])));
  const seen = new Set<string>();
  let group: Group | undefined;
  for (const file of files) {
    signal?.throwIfAborted();
    const path = plainName(file.path);
    if (metas.has(path)) continue;
    const stem = sessionStemOf(path);
    if (group !== undefined && group.stem !== stem) {
      yield await withSidecars(group, metas);
      group = undefined;
    }
    const found = await scanFile(file, path, query, scanner, (reason) => {
      const failed = new VFile({ path, cwd: folder });
      failed.message(reason).fatal = true;
      unread.push(failed);
    });
    if (found === undefined) continue;
    // Files of a session that are not listed one after the other are read together.
    group ??= { stem, path, files: [], sidecars: [], isWhole: seen.has(stem) };
    seen.add(stem);
    if (found === "whole") group.isWhole = true;
    else group.files.push({ path, lines: found });
    // Only the whole part says whose agent one is that has no folder.
    if (isAgentBeside(path)) group.isWhole = true;
  }
  if (group !== undefined) yield await withSidecars(group, metas);
}

/** The lines of a file that can match, or that it is read as a whole; absent if it cannot match. */
async function scanFile(
  { real, reason }: ListedFile,
  path: string,
  query: Query,
  { room, scan }: Scanner,
  fail: (reason: string) => void,
): Promise<readonly CandidateLine[] | "whole" | undefined> {
  try {
    if (reason !== undefined) throw new Error(reason);
    const { bytes, damage } = await readInto(real, room);
    if (damage !== undefined) fail(damage);
    const isTranscript = path.endsWith(".jsonl") && basename(path) !== "journal.jsonl";
    if (!isTranscript) return query.find(bytes.toString()) === undefined ? undefined : "whole";
    const lines = scan(bytes);
    if (lines.length === 0) return undefined;
    // What a line of another agent says depends on those around it.
    return (await sourceFor(headOf(bytes))) ? "whole" : withNeighbours(bytes, lines);
  } catch (error) {
    fail(`Cannot read file: ${reasonOf(error)}`);
    return undefined;
  }
}

async function withSidecars(group: Group, metas: ReadonlyMap<string, ListedFile>): Promise<Group> {
  for (const { path } of group.files) {
    const name = path.replace(/\.jsonl$/, ".meta.json");
    const meta = metas.get(name);
    // Reading the session reports one that cannot be read.
    const read = meta && (await readInto(meta.real, (bytes) => Buffer.alloc(bytes)).catch(() => undefined));
    if (read !== undefined) group.sidecars.push({ path: name, value: read.bytes });
  }
  return group;
}

/** An agent beside its session, as older clients write it. */
function isAgentBeside(path: string): boolean {
  return basename(path).startsWith("agent-") && !path.includes("/subagents/");
}

/** The beginning of a transcript has its first prompt. */
const titleLines = 24;
/** What is larger, such as an image, is no title. */
const maxTitleBytes = 100_000;
const titleMarks = ['"custom-title"', '"ai-title"', '"type":"summary"'];

/** With the lines that say what session it is, and what tools the results are of. */
function withNeighbours(bytes: Buffer, lines: readonly CandidateLine[]): CandidateLine[] {
  const starts = new Set<number>();
  for (let start = 0, number = 1; number <= titleLines && start !== -1; number++) {
    const line = lineAt(bytes, start);
    if (line.end - start < maxTitleBytes) starts.add(start);
    start = line.next;
  }
  for (const mark of titleMarks) for (const start of linesWith(bytes, mark)) starts.add(start);
  const wanted = new Set(lines.flatMap((one) => idsIn(one.bytes, /"tool_use_id"\s*:\s*"([^"]+)"/g)));
  if (wanted.size > 0)
    for (const start of linesWith(bytes, '"tool_use"')) {
      const line = bytes.subarray(start, lineAt(bytes, start).end);
      if (idsIn(line, /"id"\s*:\s*"([^"]+)"/g).some((id) => wanted.has(id))) starts.add(start);
    }
  return addLines(bytes, lines, starts);
}

function idsIn(bytes: Uint8Array, pattern: RegExp): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return Array.from(text.matchAll(pattern), ([, id]) => id!);
}
