import { endOfPath, formatTime, oneLine, relativeTo } from "@ccdag/mdast";
import { type Edit, type MadeHunk, whoOf } from "@ccdag/edits";
import type { Element, ElementContent } from "hast";
import { element } from "../tree/element.ts";
import { formatCount } from "../page/index/amounts.ts";
import type { WorkWords } from "../turn/work-words.ts";
import { renderHunk } from "./render-hunk.ts";
import type { ChangedFile } from "./turn-changes.ts";

/** What a list of changed files is rendered with. */
export interface ChangesContext {
  readonly words: WorkWords;
  /** The folder that paths are relative to. */
  readonly cwd: string | undefined;
  /** The name of the list, which its files have names from. */
  readonly name: string;
  /** The number of the turn that it is about (default: it is about the session). */
  readonly turn?: number | undefined;
  /** How long all diffs together may be (default: no limit); of other files the calls are shown. */
  readonly room?: { characters: number } | undefined;
  /** The anchor of the call of an edit, if the document has one. */
  readonly callOf: (edit: Edit) => string | undefined;
  /** The name of the turn of an edit, where it is shown beside the call. */
  readonly turnOf?: ((edit: Edit) => string | undefined) | undefined;
}

/** A list of changed files: the counts of lines of all and of each, who made the changes, and their diff. */
export function renderChanges(files: readonly ChangedFile[], context: ChangesContext): Element {
  const { words, name } = context;
  const summary = element(
    "summary",
    {},
    ...(context.turn === undefined
      ? []
      : [element("small", { className: ["of-turn"] }, `${words.turn} ${context.turn}`), " "]),
    element("b", {}, words.filesChanged),
    " ",
    element(
      "span",
      { className: ["facts"] },
      element("span", {}, formatCount(files.length, words.files)),
      ...counts(sum(files)),
    ),
  );
  const rows = files.map((file, at) => renderFile(file, `${name}-file-${at + 1}`, context));
  return element("details", { id: name, className: ["changes"] }, summary, rows);
}

/** `3 files +120 −4`; one file with its name. */
export function changesInWords(files: readonly ChangedFile[], cwd: string | undefined, words: WorkWords): string {
  const [file] = files;
  if (file === undefined) return "";
  const { added, removed } = sum(files);
  const what =
    files.length === 1 ? oneLine(endOfPath(shortPath(file, cwd), 60), 60) : formatCount(files.length, words.files);
  return `${what} +${added} −${removed}`;
}

function shortPath({ path }: ChangedFile, cwd: string | undefined): string {
  return cwd === undefined ? path : relativeTo(cwd, path);
}

function sum(files: readonly ChangedFile[]): { added: number; removed: number } {
  const total = { added: 0, removed: 0 };
  for (const { change } of files) {
    total.added += change.added;
    total.removed += change.removed;
  }
  return total;
}

function counts({ added, removed }: { added: number; removed: number }): Array<ElementContent | string> {
  return [
    " ",
    element("span", { className: ["added"] }, `+${added}`),
    " ",
    element("span", { className: ["removed"] }, `−${removed}`),
  ];
}

function renderFile(file: ChangedFile, id: string, context: ChangesContext): Element {
  const { path, edits, change } = file;
  const { words, cwd } = context;
  const short = shortPath(file, cwd);
  const name = element("code", short === path ? {} : { title: path }, short);
  const who = [...new Set(edits.map(whoOf))].filter((one) => one !== "main").join(", ");
  const facts = [
    ...counts(change),
    ...(change.isNew ? [" ", element("span", {}, words.newFile)] : []),
    ...(who === "" ? [] : [" ", element("small", {}, who)]),
  ];
  const isElsewhere = hasCalls(file, context) && (isInCalls(file) || !takesRoom(file, context));
  const body = isElsewhere ? edits.map((edit) => renderCall(edit, context)) : renderDiff(file, context);
  return element("details", { id, className: ["file-change"] }, element("summary", {}, name, ...facts), body);
}

/** Whether the document has all calls that changed the file. */
function hasCalls({ edits }: ChangedFile, { callOf }: ChangesContext): boolean {
  return edits.every((edit) => callOf(edit) !== undefined);
}

/**
 * Whether the diff is what the calls show, one after another: no edit changed what another one had changed. All of a new file is
 * added, so that its calls say more.
 */
function isInCalls({ edits, change }: ChangedFile): boolean {
  if (change.unknown.length > 0) return false;
  const total = (key: "added" | "removed") => edits.reduce((lines, edit) => lines + (edit[key] ?? Number.NaN), 0);
  return !change.isNet || change.isNew || (total("added") === change.added && total("removed") === change.removed);
}

/** Whether there is room for a diff, which then is taken. */
function takesRoom({ change }: ChangedFile, { room }: ChangesContext): boolean {
  if (room === undefined) return true;
  const characters = change.hunks.flatMap(({ lines }) => lines).reduce((total, line) => total + line.length, 0);
  if (characters > room.characters) return false;
  room.characters -= characters;
  return true;
}

/** A call, whose diff the script of the page shows below. */
function renderCall(edit: Edit, context: ChangesContext): Element {
  const { added = 0, removed = 0 } = edit;
  return element(
    "p",
    { className: ["by"], dataCall: context.callOf(edit) },
    callLink(edit, context),
    ...counts({ added, removed }),
  );
}

/** The diff between the contents before and after all edits, or as much of it as is known. */
function renderDiff({ path, change }: ChangedFile, context: ChangesContext): Element[] {
  const { words } = context;
  const notes = [
    ...(change.isNet && change.hunks.length === 0 ? [words.unchanged] : []),
    ...(change.isNet || change.unknown.length > 0 ? [] : [words.eachEdit]),
    ...(change.unknown.length === 0 ? [] : [words.unknownEdits(change.unknown.length)]),
  ];
  return [
    ...notes.map((note) => element("p", {}, element("small", {}, note))),
    ...change.hunks.map((hunk) => renderMade(hunk, path, context)),
    ...change.unknown.map((edit) => element("p", { className: ["by"] }, callLink(edit, context))),
  ];
}

function renderMade(hunk: MadeHunk, path: string, context: ChangesContext): Element {
  const by = hunk.edits.flatMap((edit) => [" ", callLink(edit, context)]);
  const outside = hunk.edits.length === 0 ? [element("small", {}, context.words.outside)] : [];
  const head = element("p", { className: ["by"] }, ...by, ...outside);
  return element("div", { className: ["made"] }, head, renderHunk(hunk, path));
}

function callLink(edit: Edit, { callOf, turnOf }: ChangesContext): ElementContent {
  const when = edit.timestamp === undefined ? "" : formatTime(edit.timestamp).slice(11);
  const label = [turnOf?.(edit), edit.tool, when, whoOf(edit) === "main" ? "" : whoOf(edit)]
    .filter(Boolean)
    .join(" · ");
  const anchor = callOf(edit);
  return anchor === undefined ? element("small", {}, label) : element("a", { href: `#${anchor}` }, label);
}
