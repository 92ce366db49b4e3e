import type { AgentMode } from "@ccdag/ccast";
import { isAgentFile, type OwnRule, type OwnView } from "@ccdag/core";
import { fileClaim } from "./agent-file.ts";
import { sidechains } from "./sidechains.ts";

/**
 * An agent's transcript is a line of its own: a file `agent-<id>.jsonl`, or the sidechain entries of a main file.
 *
 * ```shape
 * U1 ─ A1 ─────────────────────────── U2 ─ A2
 *           U3' ────── A3'
 *                U4' ─────── A4'
 * --- agent-7f
 * U5 ─ A5
 * ```
 *
 * ```threads
 * U1 → sync: U5 A5
 * U1 A1 U2 A2
 * A1 → inline: U3' A3'
 * A1 → inline: U4' A4'
 * ```
 *
 * Sidechains of a main file are told apart by their agent id, else by what is connected (X10); what has no pointer
 * goes on with what it directly follows. A prompt inside a sidechain begins an agent of that agent where it has
 * another `nestingLevel`, or is the prompt of a call just above (A021).
 *
 * Switched off, a file is a session, and a sidechain stands in the talk.
 */
export const agentThread: OwnRule = {
  name: "agent-thread",
  *claim(view) {
    if (isAgentFile(view.path)) yield fileClaim(view, modeOf);
    else yield* sidechains(view);
  },
};

/** What the file itself says of its kind; the call may know better. */
function modeOf({ path, entries }: OwnView, meta: Readonly<Record<string, unknown>>): AgentMode {
  if (path.includes("/workflows/") || meta["agentType"] === "workflow-subagent") return "workflow";
  if (meta["isFork"] === true || meta["agentType"] === "fork") return "fork";
  if (meta["taskKind"] === "in_process_teammate") return "teammate";
  return entries.find(({ kind }) => kind === "user")?.userKind === "teammate" ? "teammate" : "sync";
}
