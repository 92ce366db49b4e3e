import type { ToolCall } from "@ccdag/ccast";
import { readHunks } from "./hunks.ts";
import type { EditCall } from "./file-call.ts";
import type { Hunk } from "./types.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a result says of the files that its call changed, in the words that all sources have: `fileChanges` of the structured
 * result, by the id of the call.
 *
 * @returns `undefined` if it says nothing.
 */
export function fileChangesOf({ id, result }: ToolCall): readonly Fields[] | undefined {
  const byCall = (result?.structured as Fields | null | undefined)?.["fileChanges"];
  if (typeof byCall !== "object" || byCall === null || !Object.hasOwn(byCall, id)) return undefined;
  const changes = (byCall as Fields)[id];
  return Array.isArray(changes) ? changes.filter((one) => typeof one === "object" && one !== null) : undefined;
}

/** What a change says of one file, or of two if it was moved; none without a path. */
export function readChange({ path, before, after, diff, movedTo }: Fields): readonly EditCall[] {
  if (typeof path !== "string") return [];
  const change = { replacements: [], hunks: typeof diff === "string" ? hunksOf(diff) : undefined };
  if (typeof movedTo === "string" && movedTo !== path) return moved(path, movedTo, change);
  return [
    {
      kind: "edit",
      path,
      change,
      isUserModified: false,
      ...(isContent(before) ? { before } : {}),
      ...(isContent(after) ? { after } : {}),
    },
  ];
}

/** A file that was changed and moved. Its new place comes first: what is there follows from what was in the old one. */
export function moved(path: string, to: string, change: EditCall["change"]): readonly EditCall[] {
  const gone = { replacements: [], hunks: undefined };
  return [
    { kind: "edit", path: to, before: null, change, isUserModified: false, movedFrom: path },
    { kind: "edit", path, after: null, change: gone, isUserModified: false, movedTo: to },
  ];
}

/** The hunks of a unified diff; `undefined` if it cannot be read. */
function hunksOf(diff: string): readonly Hunk[] | undefined {
  // A file that was only moved.
  if (diff === "") return [];
  const hunks: Array<{ oldStart: number; newStart: number; lines: string[] }> = [];
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (oldStart !== undefined) hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] });
    // Some programs write a line without anything for an empty one.
    else hunks.at(-1)?.lines.push(line === "" ? " " : line);
  }
  return readHunks(hunks);
}

function isContent(value: unknown): value is string | null {
  return typeof value === "string" || value === null;
}
