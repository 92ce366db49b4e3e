import { basename } from "node:path";
import { type ListedFile, plainName, readInto } from "@ccdag/files";
import { VFile } from "vfile";
import { sessionStemOf } from "../archive/session-path.ts";
import type { Query } from "./query.ts";
import { type CandidateLine, createScanner, addLines, lineAt, linesWith } from "./scan.ts";

/** A session and its files, as far as they can match. */
export interface Group {
  /** The path of one of the files that may match. */
  readonly path: string;
  readonly files: MiniFile[];
  /** Sidecars that say what an agent is. */
  readonly sidecars: Array<{ readonly path: string; readonly value: Uint8Array }>;
  /** Whether a file that is no transcript matches, such as a large tool output. */
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
 * @param files what is searched.
 * @param query what is searched for.
 * @param folder the folder of the files.
 * @returns the sessions that may match, by the path of their transcript without its ending, and files that could not be read.
 */
export async function scanFiles(
  files: readonly ListedFile[],
  query: Query,
  folder: string,
): Promise<{ groups: Map<string, Group>; unread: VFile[] }> {
  const scanner = createScanner(query.needles);
  const groups = new Map<string, Group>();
  const unread: VFile[] = [];
  const metas = new Map<string, ListedFile>();
  for (const file of files) {
    const path = plainName(file.path);
    if (path.endsWith(".meta.json")) {
      metas.set(path, file);
      continue;
    }
    const isTranscript = path.endsWith(".jsonl") && basename(path) !== "journal.jsonl";
    try {
      const bytes = await readBytes(file, scanner.room);
      const lines = isTranscript ? scanner.scan(bytes) : [];
      const isFound = isTranscript ? lines.length > 0 : query.find(bytes.toString()) !== undefined;
      if (!isFound) continue;
      const key = sessionStemOf(path);
      const group = groups.get(key) ?? { path, files: [], sidecars: [], isWhole: false };
      groups.set(key, group);
      if (isTranscript) group.files.push({ path, lines: withNeighbours(bytes, lines) });
      // Only the whole part says whose output it is, and whose agent one is that has no folder.
      if (!isTranscript || isAgentBeside(path)) group.isWhole = true;
    } catch (error) {
      const failed = new VFile({ path, cwd: folder });
      failed.message(`Cannot read file: ${(error as Error).message}`).fatal = true;
      unread.push(failed);
    }
  }
  for (const { files: own, sidecars } of groups.values())
    for (const { path } of own) {
      const meta = metas.get(path.replace(/\.jsonl$/, ".meta.json"));
      // Reading the session reports one that cannot be read.
      const value = meta && (await readBytes(meta, (bytes) => Buffer.alloc(bytes)).catch(() => undefined));
      if (value !== undefined) sidecars.push({ path: path.replace(/\.jsonl$/, ".meta.json"), value });
    }
  return { groups, unread };
}

/** An agent beside its session, as older clients write it. */
function isAgentBeside(path: string): boolean {
  return basename(path).startsWith("agent-") && !path.includes("/subagents/");
}

async function readBytes({ real, reason }: ListedFile, room: (bytes: number) => Buffer): Promise<Buffer> {
  if (reason !== undefined) throw new Error(reason);
  return readInto(real, room);
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
