import type { AgentMode } from "@ccdag/ccast";
import { isAgentFile, type OwnRule, type OwnView } from "@ccdag/core";
import { fileClaim } from "./agent-file.ts";
import { sidechains } from "./sidechains.ts";

/**
 * An agent's transcript, or its sidechain entries in a main file, are a thread.
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
 * Sidechains of a main file are distinguished by their agent id, else by their connected entries; an entry without a
 * parent continues the entry before it. A prompt inside a sidechain begins a nested agent if it has another
 * `nestingLevel`, or if it is the prompt of a call of its parent.
 *
 * With the rule switched off, the file is a session, and a sidechain is part of the main thread.
 */
export const agentThread: OwnRule = {
  name: "agent-thread",
  *claim(view) {
    if (isAgentFile(view.path)) yield fileClaim(view, modeOf);
    else yield* sidechains(view);
  },
};

/** The mode of an agent, from its file and sidecar; the call may overrule it. */
function modeOf({ path, entries }: OwnView, meta: Readonly<Record<string, unknown>>): AgentMode {
  if (path.includes("/workflows/") || meta["agentType"] === "workflow-subagent") return "workflow";
  if (meta["isFork"] === true || meta["agentType"] === "fork") return "fork";
  // Of another client, whose calls do not say so.
  const { agentMode } = meta;
  if (agentMode === "background" || agentMode === "internal") return agentMode;
  if (meta["taskKind"] === "in_process_teammate") return "teammate";
  return entries.find(({ kind }) => kind === "user")?.userKind === "teammate" ? "teammate" : "sync";
}
