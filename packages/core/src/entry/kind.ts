import type { Entry } from "./entry.ts";
import { userEntryFacts } from "./user-entry-kinds.ts";

/**
 * Whether an entry is progress or an attachment, and no queued command. An entry of an unknown type counts as
 * one.
 */
export function isPassthrough(entry: Entry): boolean {
  return entry.kind === "passthrough" && entry.userKind === undefined;
}

/** Whether an entry is a user or assistant entry, or a queued command. */
export function isConversation(entry: Entry): boolean {
  return entry.kind === "user" || entry.kind === "assistant" || entry.userKind !== undefined;
}

/** Whether an entry is the boundary of a compaction. */
export function isBoundary(entry: Entry): boolean {
  return entry.kind === "system" && entry.subtype === "compact_boundary";
}

/**
 * Whether an entry is a caveat, a local command, a shell command, or the output of one. Whether a command expands into
 * a prompt depends on its children: see `Facts.isPrompt`.
 */
export function isCommand(entry: Entry): boolean {
  if (entry.kind === "system") return entry.subtype === "local_command";
  return userEntryFacts(entry.userKind).isCommand === true;
}

/**
 * Whether a system entry holds words that were on the screen: a local command, or a prompt that a hook has refused, which
 * is recorded nowhere else.
 */
export function isSaidBySystem({ kind, subtype, raw }: Pick<Entry, "kind" | "subtype" | "raw">): boolean {
  if (kind !== "system" || subtype === "compact_boundary") return false;
  return subtype === "local_command" || (raw["preventContinuation"] === true && typeof raw["content"] === "string");
}

/** Whether an entry is a notice of the tree: it is no message and no boundary, and holds no words that were on the screen. */
export function isNotice(entry: Entry): boolean {
  return entry.kind !== "assistant" && entry.userKind === undefined && !isBoundary(entry) && !isSaidBySystem(entry);
}

/**
 * What a record holds that is a notice, besides when and where it was written: what two records must have in common to be
 * copies.
 */
export function valuesOfNotice({ subtype, raw }: Pick<Entry, "subtype" | "raw">): readonly unknown[] {
  return [subtype, raw["data"], raw["attachment"], raw["content"], raw["message"]];
}

/**
 * Whether an entry is text that a user typed into the main conversation. A command that expands into a prompt is one
 * too: see `Facts.isPrompt`.
 */
export function isPrompt(entry: Entry): boolean {
  return entry.userKind === "prompt" && !entry.isSidechain && entry.agentId === undefined;
}

/** Whether an entry is a compaction: its boundary, or a summary that some clients write without a boundary. */
export function isCompaction(entry: Entry): boolean {
  return isBoundary(entry) || entry.userKind === "compact-summary";
}
