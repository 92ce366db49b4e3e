import type { Details } from "@ccdag/mdast";
import { type Edit, netChange, type NetChange } from "@ccdag/edits";
import type { Nodes } from "mdast";
import type { ChangeIndex } from "./change-index.ts";

/** A file that was changed, with the edits of a turn or of a session. */
export interface ChangedFile {
  readonly path: string;
  readonly edits: readonly Edit[];
  readonly change: NetChange;
}

/** The files that calls changed, in the order of their first edit. */
export function filesOfCalls(ids: Iterable<string>, { calls }: ChangeIndex): ChangedFile[] {
  const found = Array.from(ids, (id) => calls.get(id)).filter((one) => one !== undefined);
  const files = new Map<string, Edit[]>();
  for (const { path, edit } of found.sort((a, b) => a.edit.order - b.edit.order)) {
    const edits = files.get(path) ?? [];
    files.set(path, edits);
    edits.push(edit);
  }
  return Array.from(files, ([path, edits]) => changedFile(path, edits));
}

/** A file with its edits, and what they changed together. */
export function changedFile(path: string, edits: readonly Edit[]): ChangedFile {
  return { path, edits, change: netChange(edits) };
}

/** All calls in a part of a document, those of agents included, in no order. */
export function* callsIn(part: Nodes): Generator<NonNullable<Details["call"]>> {
  const stack: Nodes[] = [part];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "details" && node.call) yield node.call;
    if (node.type === "root" || node.type === "section" || node.type === "details")
      for (const child of node.children) stack.push(child);
  }
}

/** The ids of these calls. */
export function callIdsIn(part: Nodes): Set<string> {
  return new Set(Array.from(callsIn(part), ({ id }) => id));
}
