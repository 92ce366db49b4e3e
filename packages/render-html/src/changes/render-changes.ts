import { formatTime } from "@ccdag/mdast";
import { type Edit, type MadeHunk, whoOf } from "@ccdag/edits";
import type { Element, ElementContent } from "hast";
import { element } from "../tree/element.ts";
import { plural, type WorkWords } from "../turn/work-words.ts";
import { renderHunk } from "./render-hunk.ts";
import type { ChangedFile } from "./turn-changes.ts";

/** What a list of changed files is rendered with. */
export interface ChangesContext {
  readonly words: WorkWords;
  /** The folder that paths are relative to. */
  readonly cwd: string | undefined;
  /** The name of the list, which its files have names from. */
  readonly name: string;
  /** The anchor of the call of an edit, if the document has one. */
  readonly callOf: (edit: Edit) => string | undefined;
  /** Where the diff of a file is shown, if it is not to be shown here. */
  readonly elsewhere?: ((file: ChangedFile) => { name: string; label: string } | undefined) | undefined;
}

/** A list of changed files: the counts of lines of all and of each, who made the changes, and their diff. */
export function renderChanges(files: readonly ChangedFile[], context: ChangesContext): Element {
  const { words, name } = context;
  const summary = element(
    "summary",
    {},
    element("b", {}, words.filesChanged),
    " ",
    element("span", { className: ["facts"] }, element("span", {}, plural(files.length, words.files)), ...counts(sum(files))),
  );
  const rows = files.map((file, at) => renderFile(file, `${name}-file-${at + 1}`, context));
  return element("details", { id: name, className: ["changes"] }, summary, rows);
}

/** `3 files +120 −4`. */
export function changesInWords(files: readonly ChangedFile[], words: WorkWords): string {
  if (files.length === 0) return "";
  const { added, removed } = sum(files);
  return `${plural(files.length, words.files)} +${added} −${removed}`;
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
  const count = (kind: string, text: string) => element("span", { className: [kind] }, text);
  return [" ", count("added", `+${added}`), " ", count("removed", `−${removed}`)];
}

function renderFile(file: ChangedFile, id: string, context: ChangesContext): Element {
  const { path, edits, change } = file;
  const { words, cwd } = context;
  const isInside = cwd !== undefined && cwd.length > 1 && (path.startsWith(`${cwd}/`) || path.startsWith(`${cwd}\\`));
  const name = element("code", isInside ? { title: path } : {}, isInside ? path.slice(cwd.length + 1) : path);
  const who = [...new Set(edits.map(whoOf))].filter((one) => one !== "main").join(", ");
  const facts = [
    ...counts(change),
    ...(change.isNew ? [" ", element("span", {}, words.newFile)] : []),
    ...(who === "" ? [] : [" ", element("small", {}, who)]),
  ];
  const place = context.elsewhere?.(file);
  if (place !== undefined) {
    const link = element("a", { href: `#${place.name}` }, name);
    return element("p", { className: ["file-change"] }, link, ...facts, " ", element("small", {}, place.label));
  }
  const notes = [
    ...(change.isNet && change.hunks.length === 0 ? [words.unchanged] : []),
    ...(change.isNet || change.unknown.length > 0 ? [] : [words.eachEdit]),
    ...(change.unknown.length === 0 ? [] : [words.unknownEdits(change.unknown.length)]),
  ];
  return element(
    "details",
    { id, className: ["file-change"] },
    element("summary", {}, name, ...facts),
    notes.map((note) => element("p", {}, element("small", {}, note))),
    change.hunks.map((hunk) => renderMade(hunk, path, context)),
    change.unknown.map((edit) => element("p", { className: ["by"] }, callLink(edit, context))),
  );
}

function renderMade(hunk: MadeHunk, path: string, context: ChangesContext): Element {
  const by = hunk.edits.flatMap((edit) => [" ", callLink(edit, context)]);
  const outside = hunk.edits.length === 0 ? [element("small", {}, context.words.outside)] : [];
  return element("div", { className: ["made"] }, element("p", { className: ["by"] }, ...by, ...outside), renderHunk(hunk, path));
}

function callLink(edit: Edit, { callOf }: ChangesContext): ElementContent {
  const when = edit.timestamp === undefined ? "" : formatTime(edit.timestamp).slice(11);
  const label = [edit.tool, when, whoOf(edit) === "main" ? "" : whoOf(edit)].filter(Boolean).join(" · ");
  const anchor = callOf(edit);
  return anchor === undefined ? element("small", {}, label) : element("a", { href: `#${anchor}` }, label);
}
