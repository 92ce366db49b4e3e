import { type Agent, isRunByClient } from "@ccdag/ccast";
import type { AgentPolicy } from "../types.ts";

/**
 * Where the conversation of an agent goes:
 *
 * - `document`: the document is about this agent alone.
 * - `client`: into one section for consecutive agents that the client runs by itself.
 * - `slot`: where the section of its call left room for it.
 * - `done`: into another document or none; the section of its call holds the line about it.
 * - `later`: after the turn with its call.
 * - `outside`: after the turn of the outermost thread, because it is nested too deep here.
 * - `stub`: into another document or none; one line is rendered for it.
 * - `section`: into its own section, at the position of the agent in the thread.
 */
export type AgentPlacement = "document" | "client" | "slot" | "done" | "later" | "outside" | "stub" | "section";

/**
 * Sections may be nested this deep: a reader does not follow more, and the functions that compile a document are recursive.
 * An agent deeper than that is rendered after the turn of the outermost thread; a link stands in its place.
 */
export const maxNesting = 12;

/** What the placement of an agent depends on. */
export interface AgentSituation {
  readonly policy: AgentPolicy;
  /** Whether the document is about this agent. */
  readonly isTop: boolean;
  /** Whether the section of its call has a slot for it. */
  readonly hasSlot: boolean;
  /** Whether so many sections contain it that its own would be nested too deep. */
  readonly isDeep: boolean;
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
function isClientAgent(agent: Agent): boolean {
  return isRunByClient(agent) && agent.from.toolUseId === undefined;
}

/** Decide where the conversation of an agent goes. */
export function placeAgent(agent: Agent, { policy, isTop, hasSlot, isDeep }: AgentSituation): AgentPlacement {
  if (isTop) return "document";
  if (isDeep && isHere(policy) && !agent.missing) return "outside";
  if (isClientAgent(agent)) return "client";
  if (hasSlot) return isInline(agent, policy) ? "slot" : "done";
  if (policy === "after" && agent.from.toolUseId !== undefined && !agent.missing) return "later";
  return agent.missing || !isHere(policy) ? "stub" : "section";
}
