import type { Extension } from "@ccdag/core";
import { linkRules } from "./link/index.ts";
import { agentThread } from "./own/agent-thread.ts";
import { internalAgent } from "./own/internal-agent.ts";
import { annotateRules } from "./annotate/index.ts";

/**
 * The extension that knows agents: which entries are theirs, where each was born, and what is said twice.
 *
 * @returns an extension for the reading wing.
 */
export function agents(): Extension {
  return { own: [internalAgent, agentThread], link: linkRules, annotate: annotateRules };
}
