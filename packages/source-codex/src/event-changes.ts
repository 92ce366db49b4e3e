import type { JsonObject, NeutralChange } from "@ccdag/core";
import type { RolloutLine } from "./line.ts";
import { object, text } from "./values.ts";

/**
 * Collects what events say of changed files, for the results that follow: `FileChange` (since 0.171) and `patch_apply_end` have what
 * patches did, with line numbers. In code mode, where one call runs several patches, they have ids of their own (X16).
 */
export class EventChanges {
  readonly #open = new Set<string>();
  readonly #found = new Map<string, readonly NeutralChange[]>();

  /** A call begins. */
  call(id: string): void {
    this.#open.add(id);
  }

  /** An event between a call and its output. */
  event(line: RolloutLine): void {
    const isEnd = line.payload["type"] === "patch_apply_end";
    const said = line.item?.["type"] === "FileChange" ? line.item : isEnd ? line.payload : undefined;
    if (said === undefined || said["status"] === "failed" || said["success"] === false) return;
    const changes = Object.entries(object(said["changes"])).map(([path, change]) => toChange(path, object(change)));
    const id = text(said["id"]) ?? text(said["call_id"]) ?? "";
    if (changes.length > 0) this.#found.set(id, [...(this.#found.get(id) ?? []), ...changes]);
  }

  /** What a call did whose output is recorded: what has its id, and what has that of no open call. */
  take(call: string): readonly NeutralChange[] | undefined {
    this.#open.delete(call);
    const own = [...this.#found.keys()].filter((id) => !this.#open.has(id));
    const changes = own.flatMap((id) => this.#found.get(id)!);
    for (const id of own) this.#found.delete(id);
    return changes.length === 0 ? undefined : changes;
  }
}

/** Older versions have the kind of change as the only field. */
function toChange(path: string, recorded: JsonObject): NeutralChange {
  const kind = text(recorded["type"]) ?? Object.keys(recorded)[0] ?? "";
  const change = recorded["type"] === undefined ? object(recorded[kind]) : recorded;
  const content = text(change["content"]);
  if (kind === "add") return { path, before: null, after: content ?? "" };
  if (kind === "delete") return { path, before: content, after: null };
  const diff = change["unified_diff"];
  // Empty for a file that was only moved.
  return { path, diff: typeof diff === "string" ? diff : undefined, movedTo: text(change["move_path"]) };
}
