import type { Extension } from "@ccdag/core";
import { agentLine } from "./agent-line.ts";
import { internalAgent } from "./internal-agent.ts";
import { linkRules } from "./rules/index.ts";

/**
 * The extension that knows agents: which entries are theirs, and where each was born.
 *
 * @returns an extension for the reading wing.
 */
export function agents(): Extension {
  return { own: [internalAgent, agentLine], link: linkRules };
}
