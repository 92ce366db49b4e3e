import type { AgentMode } from "@ccdag/ccast";
import { type Claim, type Entry, isAgentFile, type OwnRule, type OwnView } from "@ccdag/core";
import { fileClaim } from "./agent-file.ts";

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
 * ```lines
 * sync: U5 A5
 * U1 A1 U2 A2
 * inline: U3' A3'
 * inline: U4' A4'
 * ```
 *
 * Sidechains of a main file are told apart by their agent id, else by what is connected (X10).
 *
 * Switched off, a file is a session, and a sidechain stands in the talk.
 */
export const agentLine: OwnRule = {
  name: "agent-line",
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
  return entries.find(({ kind }) => kind === "user")?.flavour === "teammate" ? "teammate" : "sync";
}

function* sidechains({ entries, path, parentOf }: OwnView): Generator<Claim> {
  const groups = new Map<string, { entries: Entry[]; agentId: string }>();
  const rootOf = new Map<Entry, Entry>();
  for (const entry of entries) {
    if (!entry.isSidechain && entry.agentId === undefined) continue;
    const key = entry.agentId === undefined ? `#side-${find(entry).id}` : `#agent-${entry.agentId}`;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { entries: [entry], agentId: entry.agentId ?? `side-${find(entry).id}` });
  }
  for (const [suffix, { entries: own, agentId }] of groups) {
    const sessionId = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    yield { entries: own, suffix, sessionId, agent: { agentId, mode: "inline" } };
  }

  /** The first entry of the connected sidechain that an entry belongs to; found from the entry up, remembered all the way. */
  function find(entry: Entry): Entry {
    const climbed: Entry[] = [];
    let at = entry;
    const seen = new Set<Entry>();
    while (!rootOf.has(at) && !seen.has(at)) {
      seen.add(at);
      climbed.push(at);
      const parent = parentOf(at);
      if (!parent?.isSidechain || parent.agentId !== undefined || parent.place.path !== path) break;
      at = parent;
    }
    const root = rootOf.get(at) ?? at;
    for (const one of climbed) rootOf.set(one, root);
    return root;
  }
}
