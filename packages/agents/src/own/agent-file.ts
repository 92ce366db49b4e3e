import type { AgentMode } from "@ccdag/ccast";
import { type AgentInfo, type Claim, type Entry, isObject, type OwnView, sessionIdOf } from "@ccdag/core";
import { text } from "../normal.ts";

/** The id in the name of an agent's file. */
export function agentIdOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1 + "agent-".length, -".jsonl".length);
}

/**
 * Claim the file of an agent as a thread of its own.
 *
 * @param view the file.
 * @param modeOf the mode of the agent, from the file and its sidecar; the call may overrule it.
 */
export function fileClaim(
  view: OwnView,
  modeOf: (view: OwnView, meta: Readonly<Record<string, unknown>>) => AgentMode,
): Claim {
  const { entries, path, sidecars } = view;
  const folders = path.split("/").slice(0, -1);
  const folder = folders[folders.findIndex((name, at) => name === "subagents" && Boolean(folders[at - 1])) - 1];
  const sidecar = sidecars.get(path.replace(/\.jsonl$/, ".meta.json"));
  const meta = isObject(sidecar) ? sidecar : {};
  const sessionId = folder ?? entries.find((entry) => entry.sessionId)?.sessionId ?? sessionIdOf(path);
  const agent: AgentInfo = {
    agentId: recordedId(entries) ?? agentIdOf(path),
    mode: modeOf(view, meta),
    name: text(meta["name"]),
    agentType: text(meta["agentType"]),
    description: text(meta["description"]) ?? labelOf(meta),
    team: text(meta["teamName"]),
  };
  return { entries, suffix: "", sessionId, agent };
}

/** The agent id, if all entries have the same: a file may have been renamed. */
function recordedId(entries: readonly Entry[]): string | undefined {
  const ids = new Set(entries.map(({ agentId }) => agentId));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/** The first text of an entry. */
export function firstText(entry: Entry | undefined): string | undefined {
  const block = entry?.message?.blocks.find(({ type }) => type === "text");
  return text(block?.["text"]);
}

/** The description that a workflow gives to its agent. */
function labelOf(meta: Readonly<Record<string, unknown>>): string | undefined {
  return text([text(meta["phase"]), text(meta["label"])].filter(Boolean).join(": "));
}
