import { dirname } from "node:path";
import { headOf, isAgentFile, isSidecar, type JsonObject, objectOn, sessionIdOf } from "@ccdag/core";
import type { DividedProject, ProjectPart } from "../divide-project.ts";
import type { ListedFile } from "../list-files.ts";
import { readInto } from "../read-bytes.ts";
import type { ScanRoom } from "../scan-room.ts";
import { CallScan, type ScannedCalls } from "./call-scan.ts";

/** The API calls of a session, its agents included, without its tree. */
export interface SessionCalls extends ScannedCalls {
  /** The id of the session. */
  readonly session: string;
  /** Its transcript, relative to the folder that was read. */
  readonly path: string;
  /** The folder of its transcript on the disk. */
  readonly folder: string;
  /** The working directory of its first record that has one; absent if none has. */
  readonly cwd?: string | undefined;
  /** Its records about worktrees that it was moved into. */
  readonly worktreeStates: readonly JsonObject[];
}

/** Why only the tree of a part says what its calls are. */
export interface NeedsTree {
  readonly needsTree: string;
}

/**
 * Find the API calls of a part by scanning the lines that record usage. The answer is that of the tree, or the reason why only the
 * tree knows: a part of several sessions or of another coding agent, one with damage, or with a line that a rule has to judge.
 *
 * @param project the project.
 * @param part a part of it.
 * @param room where files are read to: one for all parts.
 */
export async function readPartCalls(
  { sourceFor }: Pick<DividedProject, "sourceFor">,
  part: ProjectPart,
  room: ScanRoom,
): Promise<SessionCalls | NeedsTree> {
  if (part.isDamaged) return { needsTree: "a damaged file" };
  const transcripts = part.files.filter((file) => !isSidecar(nameOf(file)));
  const [main, other] = transcripts.filter((file) => !isAgentFile(nameOf(file)));
  if (main === undefined) return { needsTree: "agents without their session" };
  if (other !== undefined) return { needsTree: "several sessions" };
  const [path, folder] = [nameOf(main), dirname(String(main.real))];
  const session = sessionIdOf(path);
  const scan = new CallScan(session);
  let place: ReturnType<typeof placeOf> | undefined;
  for (const file of transcripts) {
    const read = await readInto(file.real, room.take).catch(() => undefined);
    if (read === undefined || read.damage !== undefined) return { needsTree: "a damaged file" };
    if (await sourceFor?.(headOf(read.bytes))) return { needsTree: "another coding agent" };
    scan.add(read.bytes);
    if (scan.needsTree !== undefined) return { needsTree: scan.needsTree };
    if (file === main) place = placeOf(read.bytes);
  }
  const calls = scan.end();
  return scan.needsTree === undefined ? { session, path, folder, ...place!, ...calls } : { needsTree: scan.needsTree };
}

/** The name of a file, as it is in what is read. */
function nameOf({ path, name = path }: ListedFile): string {
  return name;
}

/** Where a session ran. */
function placeOf(bytes: Buffer): Pick<SessionCalls, "cwd" | "worktreeStates"> {
  const [first] = linesWith(bytes, '"cwd"', isOwnWithPlace, 1);
  const worktreeStates = linesWith(bytes, '"worktree-state"', ({ type }) => type === "worktree-state");
  return { cwd: first?.["cwd"] as string | undefined, worktreeStates };
}

/** Whether a record says where its session ran: old clients write agents into the transcript of their session. */
function isOwnWithPlace({ cwd, uuid, isSidechain }: JsonObject): boolean {
  return typeof cwd === "string" && cwd !== "" && uuid !== undefined && isSidechain !== true;
}

/** The records that are wanted among those whose lines have a mark. */
function linesWith(
  bytes: Buffer,
  mark: string,
  isWanted: (record: JsonObject) => boolean,
  limit = Infinity,
): JsonObject[] {
  const records: JsonObject[] = [];
  for (let at = bytes.indexOf(mark); at !== -1 && records.length < limit;) {
    const end = bytes.indexOf(10, at);
    const line = bytes.toString("utf8", bytes.lastIndexOf(10, at) + 1, end === -1 ? bytes.length : end);
    const record = objectOn(line);
    if (record !== undefined && isWanted(record)) records.push(record);
    at = end === -1 ? -1 : bytes.indexOf(mark, end);
  }
  return records;
}
