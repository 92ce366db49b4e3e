import { formatChange, formatComment, formatHunks, formatMove } from "./format.ts";
import { nameIn, worktreeOf } from "./name.ts";
import { isShown, isWhole } from "./chain.ts";
import { describeReason, listReasons, type PatchReason } from "./reasons.ts";
import type { Edit, EditReport, FileEdits, Hunk } from "./types.ts";

/** How patches are made. */
export interface PatchOptions {
  /** The absolute folder that names in the patch are relative to (default: `cwd` of the report). */
  readonly base?: string | undefined;
  /** Whether each edit has a patch of its own, in the order of the edits (default: `false`, one for each file). */
  readonly each?: boolean | undefined;
}

/** What the patch holds of a file. */
interface PatchedFile {
  /** As recorded. */
  readonly path: string;
  /** In the patch; absent if the file has no place there. */
  readonly name?: string | undefined;
  /** The git worktree that it is in; absent if it is in none. */
  readonly worktree?: string | undefined;
  /**
   * `whole`: the patch leads from the content before the first edit to that after the last one. `partial`: it holds what is
   * recorded of each edit. `none`: the file is not in the patch.
   */
  readonly result: "whole" | "partial" | "none";
  readonly reasons: readonly PatchReason[];
}

/** A patch for `git apply`. */
export interface Patch {
  /** The patches of all files, with comments between them; empty if there are no edits. */
  readonly text: string;
  /** In the order of the report. */
  readonly files: readonly PatchedFile[];
}

/**
 * Make a patch of edits. What is to be known about a file is in comments before its patch, or where its patch would be.
 *
 * @param report the edits on one path.
 * @param options how.
 */
export function patchOf(report: EditReport, { base = report.cwd, each = false }: PatchOptions = {}): Patch {
  const nameFile: NameFile = (path, worktree) =>
    base === undefined ? { problem: "outside" } : nameIn(path, base, { cwd: report.cwd, worktree });
  const files = report.files.map((file) => toPatched(file, nameFile, each));
  const numbers = new Map<string, number>();
  for (const { name = "", result } of files) if (result !== "none") numbers.set(name, (numbers.get(name) ?? 0) + 1);
  const texts = report.files.map((file, index) => {
    const patched = files[index]!;
    const isRepeated = numbers.get(patched.name ?? "")! > 1;
    return describe(file.path, patched, isRepeated) + (each ? "" : filePatch(file, patched, nameFile));
  });
  const inOrder = each ? eachPatch(report.files, files, nameFile) : [];
  return { text: [...texts, ...inOrder].join(""), files };
}

/** Names a file in the patch. */
type NameFile = (path: string, worktree: string | undefined) => ReturnType<typeof nameIn>;

function toPatched(file: FileEdits, nameFile: NameFile, each: boolean): PatchedFile {
  const recorded = file.edits[0]!.by.worktree;
  const places = [file.path, ...file.edits.flatMap((edit) => (isWhole(edit) ? [] : (edit.movedFrom ?? [])))];
  const names = places.map((path) => nameFile(path, recorded));
  // A change of a file that was elsewhere has both places in it.
  const named = names.find((one) => "problem" in one) ?? names[0]!;
  const worktree = worktreeOf(file.path, recorded)?.name;
  const name = "name" in named ? named.name : undefined;
  // A patch of each edit needs what is between the first state and the last one, too.
  const isEndsOnly = !each && file.known === "whole";
  const reasons = listReasons(file, "problem" in named ? named.problem : undefined, isEndsOnly);
  return { path: file.path, name, worktree, result: name === undefined ? "none" : resultOf(file, each), reasons };
}

function resultOf({ edits, known }: FileEdits, each: boolean): PatchedFile["result"] {
  if (!each) return known === "unknown" ? "none" : known;
  if (edits.every(isWhole)) return "whole";
  // The edits before the first one of which nothing is known have their patches.
  return isShown(edits[0]!) ? "partial" : "none";
}

/** The comments about a file. */
function describe(path: string, { name, worktree, reasons }: PatchedFile, isRepeated: boolean): string {
  const sentences = reasons.map(describeReason);
  if (isRepeated)
    sentences.unshift("the patch has another change of this file, made elsewhere; the second may not apply");
  if (worktree !== undefined) sentences.unshift(`changed in the worktree ${worktree}`);
  return sentences.map((sentence) => formatComment(`${name ?? path}: ${sentence}`)).join("");
}

/** What leads from the state of a file to a later one. */
type Piece =
  | { readonly before: string | null; readonly after: string | null }
  | { readonly hunks: readonly Hunk[]; readonly edit: Edit };

function filePatch({ edits }: FileEdits, { name, result }: PatchedFile, nameFile: NameFile): string {
  if (name === undefined || result === "none") return "";
  const pieces: Piece[] =
    result === "whole"
      ? [{ before: edits[0]!.before.content!, after: edits.at(-1)!.after.content! }]
      : joined(edits.flatMap((edit, at) => piecesOf(edit, edits[at - 1])));
  return pieces.map((piece) => formatPiece(name, piece, nameFile)).join("");
}

/** The pieces of an edit that is known: what something else changed before it, and what it changed. */
function piecesOf(edit: Edit, last: Edit | undefined): Piece[] {
  // A file that was moved away is in the patch of its new place.
  if (!isWhole(edit)) return edit.hunks === undefined ? [] : [{ hunks: edit.hunks, edit }];
  const piece = { before: edit.before.content!, after: edit.after.content! };
  return edit.isChangedOutside && last ? [{ before: last.after.content!, after: piece.before }, piece] : [piece];
}

/** One piece for those that follow one another. */
function joined(pieces: readonly Piece[]): Piece[] {
  const longer: Piece[] = [];
  for (const piece of pieces) {
    const last = longer.at(-1);
    if (last && "after" in last && "before" in piece && last.after === piece.before)
      longer[longer.length - 1] = { before: last.before, after: piece.after };
    else longer.push(piece);
  }
  return longer;
}

function formatPiece(name: string, piece: Piece, nameFile: NameFile): string {
  if ("before" in piece) return formatChange(name, piece.before, piece.after);
  const { movedFrom, by } = piece.edit;
  const old = movedFrom === undefined ? undefined : nameFile(movedFrom, by.worktree);
  return old && "name" in old ? formatMove(old.name, name, piece.hunks) : formatHunks(name, piece.hunks);
}

/** The patch of each edit, in the order of the edits; those of a file end where it is not known what an edit changed. */
function eachPatch(files: readonly FileEdits[], patched: readonly PatchedFile[], nameFile: NameFile): string[] {
  const all = files.flatMap(({ edits }, index) => {
    const { name } = patched[index]!;
    const end = edits.findIndex((edit) => !isShown(edit));
    const known = name === undefined ? [] : end === -1 ? edits : edits.slice(0, end);
    return known.map((edit, at) => ({ edit, last: edits[at - 1], name: name! }));
  });
  all.sort((a, b) => a.edit.order - b.edit.order);
  return all.map(({ edit, last, name }) => {
    const pieces = piecesOf(edit, last).map((piece) => formatPiece(name, piece, nameFile));
    if (pieces.length === 0) return "";
    const head = formatComment(
      `${edit.tool} of ${name} by ${whoOf(edit)}${timeOf(edit)}: ${edit.uuid ?? edit.toolUseId}`,
    );
    const outside = pieces.length > 1 ? formatComment(`${name}: changed outside of the session, or by a command`) : "";
    return [outside, ...pieces.slice(0, -1), head, pieces.at(-1)!].join("");
  });
}

/** Who made an edit: the type of an agent, or `main`. */
export function whoOf({ by: { agent } }: Edit): string {
  return agent ?? "main";
}

function timeOf({ timestamp }: Edit): string {
  const date = new Date(timestamp ?? NaN);
  return Number.isNaN(date.getTime()) ? "" : ` at ${date.toISOString()}`;
}
