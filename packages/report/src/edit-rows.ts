import {
  type Edit,
  type EditReport,
  type FileEdits,
  type FileKnowledge,
  nameIn,
  whoOf,
  worktreeOf,
} from "@ccdag/edits";
import { shorten } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { count } from "@ccdag/mdast/amounts";
import { toJson } from "@ccdag/pipeline/tables";
import { formatIso, formatMinute, formatSecond, type Zone } from "@ccdag/mdast/time";
import { type Screen, table } from "./table.ts";
import { toCsv } from "./to-csv.ts";

/** What is listed of the edits of a session. */
export interface SessionEdits {
  readonly rows: ReadonlyArray<FileRow | EditRow>;
  /** How many calls failed. */
  readonly failed: number;
  /** The number of edits on branches that were not continued. */
  readonly abandoned: number;
  /** Whether the session continues another one, whose edits are not listed. */
  readonly isContinued: boolean;
}

/** How edits are written. */
export interface EditListOptions {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
  /** Whether each edit is by itself (default: `false`, file by file). */
  readonly each?: boolean | undefined;
  /** Whether the session is named beside each row, also where all are of one (default: `false`). */
  readonly hasSessions?: boolean | undefined;
}

/** A file that a session changed. */
export interface FileRow {
  readonly session: string | undefined;
  /** Relative to the folder of the session, or the recorded path of a file outside of it. */
  readonly file: string;
  readonly edits: number;
  /** Lines of all its edits; absent if they are not known. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
  /** Who made how many of its edits, such as `main 2, Explore 1`. */
  readonly by: string;
  /** ISO times of the first and the last edit. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly known: FileKnowledge;
  /** The number of edits before which something else changed the file, and whether something did after the last one. */
  readonly changedOutside: number;
  readonly changedLater: boolean;
  readonly path: string;
  /** The git worktree that the file is in, as another checkout of the repository; absent for none. */
  readonly worktree: string | undefined;
}

/** One edit of a file. */
export interface EditRow extends Pick<FileRow, "session" | "file" | "added" | "removed" | "path" | "worktree"> {
  readonly time: string | undefined;
  readonly tool: string;
  readonly by: string;
  readonly agentId: string | undefined;
  /** The message that holds the call, and the call. */
  readonly uuid: string | undefined;
  readonly toolUseId: string;
  /** How the content before and after it is known; absent if it is not. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly changedOutside: boolean;
  readonly userModified: boolean;
}

const fileColumns = [
  "session",
  "file",
  "edits",
  "added",
  "removed",
  "by",
  "from",
  "to",
  "known",
  "changedOutside",
  "changedLater",
  "path",
  "worktree",
];
const editColumns = [
  "session",
  "time",
  "tool",
  "file",
  "added",
  "removed",
  "by",
  "agentId",
  "uuid",
  "toolUseId",
  "before",
  "after",
  "changedOutside",
  "userModified",
  "path",
  "worktree",
];

/** A row for each file, in the order of the first edits. */
export function fileRows(report: EditReport, base: string | undefined): FileRow[] {
  return report.files.map(({ path, edits, known, isChangedLater }) => ({
    session: report.sessionId,
    ...placeOf(path, edits[0]!, base, report),
    edits: edits.length,
    added: sum(edits.map(({ added }) => added)),
    removed: sum(edits.map(({ removed }) => removed)),
    by: [...groupBy(edits, whoOf)].map(([who, some]) => `${who} ${some.length}`).join(", "),
    from: formatIso(edits[0]!.timestamp),
    to: formatIso(edits.at(-1)!.timestamp),
    known,
    changedOutside: edits.filter(({ isChangedOutside }) => isChangedOutside).length,
    changedLater: isChangedLater,
  }));
}

/** A row for each edit, in their order. */
export function editRows(report: EditReport, base: string | undefined): EditRow[] {
  const all = report.files.flatMap((file) => file.edits.map((edit) => ({ edit, row: editRow(file, edit) })));
  return all.sort((a, b) => a.edit.order - b.edit.order).map(({ row }) => row);

  function editRow({ path }: FileEdits, edit: Edit): EditRow {
    return {
      session: edit.by.sessionId,
      ...placeOf(path, edit, base, report),
      added: edit.added,
      removed: edit.removed,
      time: formatIso(edit.timestamp),
      tool: edit.tool,
      by: whoOf(edit),
      agentId: edit.by.agentId,
      uuid: edit.uuid,
      toolUseId: edit.toolUseId,
      before: edit.before.evidence,
      after: edit.after.evidence,
      changedOutside: edit.isChangedOutside,
      userModified: edit.isUserModified,
    };
  }
}

/** What a file is called, and where it is. */
function placeOf(
  path: string,
  { by: { worktree } }: Edit,
  base: string | undefined,
  { cwd }: EditReport,
): Pick<FileRow, "file" | "path" | "worktree"> {
  const named = base === undefined ? undefined : nameIn(path, base, { cwd, worktree });
  const file = named !== undefined && "name" in named ? named.name : path;
  return { file, path, worktree: worktreeOf(path, worktree)?.name };
}

/** The cell of a file: its name may be that of a file in another checkout. */
function fileCell({ file, path, worktree }: Pick<FileRow, "file" | "path" | "worktree">): string {
  return worktree === undefined || file === path ? file : `${file} (worktree ${worktree})`;
}

function sum(numbers: ReadonlyArray<number | undefined>): number | undefined {
  return numbers.reduce((all, one) => (all === undefined || one === undefined ? undefined : all + one), 0);
}

/** Write the list as a table, JSON or CSV. */
export async function formatEdits(
  found: readonly SessionEdits[],
  options: EditListOptions,
  io: Screen & { readonly zone: Zone },
): Promise<string> {
  const rows = found.flatMap((one) => one.rows);
  if (options.json) return toJson(rows, 2);
  if (options.csv) return toCsv(rows, options.each ? editColumns : fileColumns);
  const sessions = [...new Set(rows.flatMap(({ session }) => session ?? []))];
  const short = shorten(sessions);
  const isSeveral = sessions.length > 1 || options.hasSessions === true;
  const cells = options.each ? editTable(rows as EditRow[], io) : fileTable(rows as FileRow[], io);
  const body = cells.rows.map((row, at) =>
    isSeveral ? [at === 0 ? "SESSION" : short(rows[at - 1]!.session ?? ""), ...row] : row,
  );
  const list =
    rows.length === 0
      ? "No file was changed.\n"
      : table(body, { align: (isSeveral ? "L" : "") + cells.align, optional: cells.optional, io });
  return list + remarks(found);
}

interface Cells {
  readonly rows: string[][];
  readonly align: string;
  readonly optional: string[];
}

function fileTable(rows: readonly FileRow[], { zone }: { readonly zone: Zone }): Cells {
  const body = rows.map((row) => [
    fileCell(row),
    String(row.edits),
    row.added === undefined ? "?" : String(row.added),
    row.removed === undefined ? "?" : String(row.removed),
    row.by,
    timeCell(row.from, zone, formatMinute),
    timeCell(row.to, zone, formatMinute),
    [row.known, row.changedOutside + Number(row.changedLater) > 0 && "changed outside"].filter(Boolean).join(", "),
  ]);
  const heads = ["FILE", "EDITS", "ADDED", "REMOVED", "BY", "FIRST", "LAST", "KNOWN"];
  return { rows: [heads, ...body], align: "LrrrlLLl", optional: ["FIRST", "LAST"] };
}

function editTable(rows: readonly EditRow[], { zone }: { readonly zone: Zone }): Cells {
  const short = shorten(rows.flatMap(({ uuid }) => uuid ?? []));
  const body = rows.map((row) => [
    timeCell(row.time, zone, formatSecond),
    row.tool,
    fileCell(row),
    row.added === undefined ? "?" : String(row.added),
    row.removed === undefined ? "?" : String(row.removed),
    row.by,
    row.uuid === undefined ? "" : short(row.uuid),
    [
      row.before !== undefined && row.after !== undefined ? "whole" : row.added === undefined ? "unknown" : "partial",
      row.changedOutside && "changed outside before",
      row.userModified && "changed by a person",
    ]
      .filter(Boolean)
      .join(", "),
  ]);
  const heads = ["TIME", "TOOL", "FILE", "ADDED", "REMOVED", "BY", "ENTRY", "KNOWN"];
  return { rows: [heads, ...body], align: "LlLrrlLl", optional: ["TIME", "TOOL", "ENTRY"] };
}

function timeCell(time: string | undefined, zone: Zone, format: (time: number, zone: Zone) => string): string {
  return time === undefined ? "" : format(Date.parse(time), zone);
}

/** What the list does not show. */
function remarks(found: readonly SessionEdits[]): string {
  const failed = found.reduce((all, one) => all + one.failed, 0);
  const abandoned = found.reduce((all, one) => all + one.abandoned, 0);
  const lines = [
    failed > 0 && `${count(failed, "call")} failed and changed nothing.`,
    abandoned > 0 &&
      `Not listed: ${count(abandoned, "edit")} on branches that were not continued; --leaf lists another path.`,
    found.length === 1 && found[0]!.isContinued && "The session continues another one; --leaf lists the edits of both.",
  ].filter(Boolean);
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}
