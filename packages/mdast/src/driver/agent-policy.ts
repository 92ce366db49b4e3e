import type { Agent } from "@ccdag/ccast";
import type { AgentPolicy } from "../types.ts";

/**
 * Where the conversation of an agent goes:
 *
 * - `document`: the document is about this agent alone.
 * - `client`: into one section for consecutive agents that the client runs by itself.
 * - `slot`: where the section of its call left room for it.
 * - `later`: after the turn with its call.
 * - `stub`: into another document or none; one line is rendered for it, unless its slot holds that line already.
 * - `section`: into its own section, at the position of the agent in the thread.
 */
export type AgentPlacement = "document" | "client" | "slot" | "later" | "stub" | "section";

/** What the placement of an agent depends on. */
export interface AgentSituation {
  readonly policy: AgentPolicy;
  /** Whether the document is about this agent. */
  readonly isTop: boolean;
  /** Whether the section of its call has a slot for it. */
  readonly hasSlot: boolean;
}

/** Whether the policy puts conversations of agents into the document that is rendered. */
export function isHere(policy: AgentPolicy): boolean {
  return policy === "inline" || policy === "after";
}

/** Whether the conversation of an agent is rendered in the section of its call. */
export function isInline({ missing }: Agent, policy: AgentPolicy): boolean {
  return !missing && policy === "inline";
}

/** Whether the client runs an agent by itself: no tool call asked for it. */
function isClientAgent({ mode, from }: Agent): boolean {
  return (mode === "warmup" || mode === "internal") && from.toolUseId === undefined;
}

/** Decide where the conversation of an agent goes. */
export function placeAgent(agent: Agent, { policy, isTop, hasSlot }: AgentSituation): AgentPlacement {
  if (isTop) return "document";
  if (isClientAgent(agent)) return "client";
  if (hasSlot) return isInline(agent, policy) ? "slot" : "stub";
  if (policy === "after" && agent.from.toolUseId !== undefined && !agent.missing) return "later";
  return agent.missing || !isHere(policy) ? "stub" : "section";
}
