import { asKnownCall, type ToolCall } from "@ccdag/ccast";
import type { Change, TextReplacement } from "./change.ts";
import type { EditCall, FileCall } from "./file-call.ts";
import { fileChangesOf, readChange } from "./file-changes.ts";
import { readHunks } from "./hunks.ts";
import { patchTextOf, readPatch } from "./patch-text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Tools that read or change a file, of Claude Code and, in small letters, of pi. */
const readers: Readonly<Record<string, (input: Fields, result: Fields | undefined) => FileCall | undefined>> = {
  Read: readRead,
  Write: readWrite,
  Edit: readEdit,
  MultiEdit: readEdit,
  NotebookEdit: readNotebook,
  write: readWrite,
  edit: (input, result) => {
    const call = readEdit(input, result);
    return call?.kind === "edit" ? { ...call, change: { ...call.change, isVerbatim: true } } : call;
  },
};

const editTools: ReadonlySet<string> = new Set(
  [...Object.keys(readers), "apply_patch"].filter((name) => name !== "Read"),
);

/** Whether a call is one of a tool that changes files, or changed files as its result says. */
export function isEdit(call: ToolCall): boolean {
  return editTools.has(asKnownCall(call).name) || fileChangesOf(call) !== undefined;
}

/** Whether a call, which may have failed, is about one of the files that are meant; without a choice any call is. */
export function changesOneOf(call: ToolCall, isMeant: ((path: string) => boolean) | undefined): boolean {
  return isMeant === undefined || readCall(call).some(({ path }) => isMeant(path));
}

/**
 * Read what a call that succeeded says of files; also one of another agent.
 *
 * @param call a call with its result.
 * @returns none for another tool, or if the call has no path.
 */
export function readCall(call: ToolCall): readonly FileCall[] {
  const changes = fileChangesOf(call);
  if (changes !== undefined) return changes.flatMap(readChange);
  if (call.name === "apply_patch") return readPatch(patchTextOf(call.input));
  const { name, input, result } = asKnownCall(call);
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const found = reader?.(fieldsOf(input) ?? {}, fieldsOf(result?.structured));
  return found === undefined ? [] : [found];
}

function readRead(_: Fields, result: Fields | undefined): FileCall | undefined {
  const file = result?.["type"] === "text" ? fieldsOf(result["file"]) : undefined;
  if (file === undefined) return undefined;
  const { filePath: path, content, startLine, numLines, totalLines } = file;
  const isWhole = startLine === 1 && numLines === totalLines && typeof numLines === "number";
  return isText(path) && isText(content) && isWhole ? { kind: "read", path, content } : undefined;
}

function readWrite(input: Fields, result: Fields | undefined): FileCall | undefined {
  const path = result?.["filePath"] ?? input["file_path"] ?? input["path"];
  if (!isText(path)) return undefined;
  const after = result?.["content"] ?? input["content"];
  const before = result?.["type"] === "create" ? null : result?.["originalFile"];
  const change = { replacements: [], hunks: readHunks(result?.["structuredPatch"]) };
  const isFromCall = result?.["content"] === undefined;
  return { ...toEdit(path, before, change, result), ...(isText(after) ? { after, isFromCall } : {}) };
}

function readEdit(input: Fields, result: Fields | undefined): FileCall | undefined {
  const path = result?.["filePath"] ?? input["file_path"] ?? input["path"];
  if (!isText(path)) return undefined;
  const replacements = replacementsOf(result) ?? replacementsOf(input) ?? [];
  const hunks = readHunks(result?.["structuredPatch"]);
  const original = result?.["originalFile"] ?? result?.["originalFileContents"];
  // The client says that a file without a text to replace was empty, also if there was none.
  const before = original === "" && replacements[0]?.from === "" ? null : (original ?? undefined);
  return toEdit(path, before, { replacements, hunks }, result);
}

function readNotebook(input: Fields, result: Fields | undefined): FileCall | undefined {
  const path = result?.["notebook_path"] ?? input["notebook_path"];
  if (!isText(path)) return undefined;
  const after = result?.["updated_file"];
  const edit = toEdit(path, result?.["original_file"], { replacements: [], hunks: undefined }, result);
  return isText(after) ? { ...edit, after } : edit;
}

function toEdit(path: string, before: unknown, change: Change, result: Fields | undefined): EditCall {
  const isKnown = isText(before) || (before === null && result !== undefined);
  return {
    kind: "edit",
    path,
    change,
    isUserModified: result?.["userModified"] === true,
    ...(isKnown ? { before } : {}),
  };
}

/** The texts that an Edit, or each part of a MultiEdit, replaces; `undefined` if there are none. */
function replacementsOf(fields: Fields | undefined): TextReplacement[] | undefined {
  if (fields === undefined) return undefined;
  const parts = Array.isArray(fields["edits"]) ? (fields["edits"] as unknown[]).map(fieldsOf) : [fields];
  const found = parts.map((part) => {
    const from = part?.["oldString"] ?? part?.["old_string"] ?? part?.["oldText"];
    const to = part?.["newString"] ?? part?.["new_string"] ?? part?.["newText"];
    const isAll = (part?.["replaceAll"] ?? part?.["replace_all"]) === true;
    return isText(from) && isText(to) ? { from, to, isAll } : undefined;
  });
  return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
