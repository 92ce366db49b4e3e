import type { Entry } from "./entry.ts";
import { userEntryFacts } from "./user-entry-kinds.ts";

/** Progress, and attachments that do not speak (C104). An entry of an unknown type counts as one. */
export function isPassthrough(entry: Entry): boolean {
  return entry.kind === "passthrough" && entry.userKind === undefined;
}

/** A user or assistant entry, or a queued command. */
export function isConversation(entry: Entry): boolean {
  return entry.kind === "user" || entry.kind === "assistant" || entry.userKind !== undefined;
}

/** The place of a compaction. */
export function isBoundary(entry: Entry): boolean {
  return entry.kind === "system" && entry.subtype === "compact_boundary";
}

/** A caveat, a local command, a shell line or what one of them printed. An expanded command is told by its children. */
export function isCommand(entry: Entry): boolean {
  if (entry.kind === "system") return entry.subtype === "local_command";
  return userEntryFacts(entry.userKind).isCommand === true;
}

/** Words that a person typed into the main conversation. A command with an expansion is one too; facts know those. */
export function isPrompt(entry: Entry): boolean {
  return entry.userKind === "prompt" && !entry.isSidechain && entry.agentId === undefined;
}

/** A boundary, or a summary that some clients write without one. */
export function isCompaction(entry: Entry): boolean {
  return isBoundary(entry) || entry.userKind === "compact-summary";
}
