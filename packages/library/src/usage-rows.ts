import { defaultClient, modelsIn } from "@ccdag/ccast";
import { quarterMs, readPartCalls, ScanRoom, type SessionCalls } from "@ccdag/files/calls";
import { formatDay, type Zone } from "@ccdag/mdast/time";
import type { GroupKey } from "@ccdag/report";
import { type Rows, rowsBy, rowsOfInputs, sessionsMaking, sourcesOfInputs } from "./all-rows.ts";
import type { LibraryIo } from "./library-io.ts";
import { type SessionRow, toCall, worktreesOf } from "./session-row.ts";
import type { PartScan } from "./tree-parts.ts";
import { isNearBlock } from "./is-near-block.ts";
import type { BlockRule } from "./divide-time.ts";

/** What is known of a session when its API calls are grouped. */
export type UsageRow = Pick<SessionRow, "id" | "path" | "folder" | "client" | "calls"> &
  Partial<Pick<SessionRow, "title" | "to" | "cwd" | "worktrees" | "contextPeak" | "contextWindow">> & {
    /** What is not certain, because its lines were only scanned; absent if its tree was read. */
    readonly doubts?: Doubts | undefined;
  };

/** What only the tree says about a session. */
interface Doubts extends Pick<SessionCalls, "isExact" | "quarters"> {
  /** Whether it was in several directories. */
  readonly hasMoved: boolean;
}

/** The calls that are counted. */
export interface CallPeriod {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Which groups of calls are wanted. */
export interface UsageQuestion extends CallPeriod {
  readonly keys: readonly GroupKey[];
  /** How time is divided into blocks, if it is. */
  readonly rule?: BlockRule | undefined;
}

/** How much was answered without a tree, in bytes, and why not all. */
class Shares {
  #scanned = 0;
  readonly #parts = new Map<string, { parts: number; bytes: number }>();

  add(bytes: number, needsTree?: string): void {
    if (needsTree === undefined) {
      this.#scanned += bytes;
      return;
    }
    const known = this.#parts.get(needsTree) ?? { parts: 0, bytes: 0 };
    this.#parts.set(needsTree, { parts: known.parts + 1, bytes: known.bytes + bytes });
  }

  /** A sentence; `undefined` if nothing was read. */
  words(): string | undefined {
    const read = [...this.#parts.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    const all = this.#scanned + read;
    if (all === 0) return undefined;
    const percent = (bytes: number) => `${((100 * bytes) / all).toFixed(1)} %`;
    const reasons = [...this.#parts].sort(([, a], [, b]) => b.bytes - a.bytes);
    const why = reasons.map(
      ([reason, { parts, bytes }]) => `${reason} (${parts} ${parts === 1 ? "session" : "sessions"}, ${percent(bytes)})`,
    );
    const rest = why.length === 0 ? "" : `; the rest needed its tree: ${why.join(", ")}`;
    return `${percent(this.#scanned)} of ${(all / 1e6).toFixed(1)} MB were scanned${rest}`;
  }
}

/**
 * The sessions of inputs with their API calls. Most calls are found by scanning the lines that record usage; only sessions in which
 * a rule has to judge which records count are read as trees. The calls are the same.
 *
 * @param inputs as typed; without any, all projects are meant.
 * @param io the environment of the run.
 * @param question which groups are wanted: some need what only the tree says.
 * @returns the rows, and a file with the messages; one of them says how much was scanned, and why not all.
 * @throws RequestError if an input means nothing, or there is no folder of projects.
 */
export async function usageRows(
  inputs: readonly string[],
  io: LibraryIo,
  question: UsageQuestion,
): Promise<Rows<UsageRow>> {
  const isScanned = !question.keys.some((key) => key === "session" || key === "agent-type");
  if (!isScanned) return rowsOfInputs(inputs, io);
  const sources = await sourcesOfInputs(inputs, io);
  const shares = new Shares();
  const room = new ScanRoom();
  const scan: PartScan<readonly UsageRow[]> = {
    key: ["calls", 1],
    async make(project, part) {
      const found = await readPartCalls(project, part, room);
      if (!("needsTree" in found) && found.calls.length > 0) return [rowOf(found)];
      // Without calls its tree may be empty.
      shares.add(part.bytes, "needsTree" in found ? found.needsTree : "no calls");
      return undefined;
    },
    suits(made, { bytes }) {
      const reason = made.map((row) => whyTree(row, question, io.zone)).find(Boolean);
      shares.add(bytes, reason);
      return reason === undefined;
    },
  };
  const { rows, file } = await rowsBy<UsageRow>(sources, io, { ...sessionsMaking, scan });
  const words = shares.words();
  // Nothing that was only scanned has named a folder.
  if (file.history.length === 0 && sources.length > 0) file.path = sources[0]!.folder;
  if (words !== undefined) file.info(words, { source: "ccdag" });
  return { rows, file };
}

/** Why a scan does not answer this question about a session. */
function whyTree({ doubts, calls }: UsageRow, question: UsageQuestion, zone: Zone): string | undefined {
  if (doubts === undefined) return undefined;
  const { isExact, quarters, hasMoved } = doubts;
  const { keys, since, until, rule } = question;
  // A project has the name of the directory in which its session began.
  if (keys.includes("project") && hasMoved) return "a session in several directories";
  if (isExact) return undefined;
  const isCut = (time: number | undefined) => time !== undefined && (time % quarterMs !== 0 || quarters.includes(time));
  const isAtMidnight = quarters.some((time) => formatDay(time, zone) !== formatDay(time - 1, zone));
  // A period chooses blocks, no calls.
  const isNear = rule === undefined ? isCut(since) || isCut(until) || isAtMidnight : isNearBlock(quarters, calls, rule);
  return isNear ? "a call whose time is not certain" : undefined;
}

function rowOf({ session, path, folder, cwd, cwds, worktreeStates, ...found }: SessionCalls): UsageRow {
  const calls = found.calls.flatMap(({ time, ...call }) =>
    modelsIn(call, call.usage).map((used) => toCall({ timestamp: time }, "", used)),
  );
  const { isExact, quarters } = found;
  const doubts = { isExact, quarters, hasMoved: [...cwds].some((one) => one !== cwd) };
  return {
    id: session,
    path,
    folder,
    client: defaultClient,
    cwd,
    worktrees: worktreesOf(worktreeStates),
    calls,
    doubts,
  };
}
