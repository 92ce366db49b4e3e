import type { Extension } from "@ccdag/core";
import { linkRules } from "./link/index.ts";
import { agentThread } from "./own/agent-thread.ts";
import { internalAgent } from "./own/internal-agent.ts";
import { annotateRules } from "./annotate/index.ts";

/**
 * The extension for agents: it assigns entries to agents, links each agent to the tool call that spawned it, and marks
 * repeats in the finished tree.
 *
 * @returns an extension for the reading half, to pass in `extensions`; it keeps no state.
 */
export function agents(): Extension {
  return { own: [internalAgent, agentThread], link: linkRules, annotate: annotateRules };
}
