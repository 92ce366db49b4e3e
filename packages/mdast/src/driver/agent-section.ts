import type { Agent } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { agentHead, agentStub, agentSummary } from "../handle/agent.ts";
import { landmarkOf } from "../landmark.ts";
import type { Details, State } from "../types.ts";
import type { Wall } from "../wall.ts";
import type { SlotContent } from "./slots.ts";

/**
 * Add the section of an agent.
 *
 * @param sink where the section goes.
 * @param wall used if the head of the agent cannot be rendered.
 * @param isInCall whether it is in the section of its call.
 * @returns where the conversation goes.
 */
export function addAgentSection(
  agent: Agent,
  sink: BlockContent[],
  state: State,
  wall: Wall,
  isInCall = false,
): BlockContent[] {
  const render = (): Details => {
    const [summary, landmark] = [agentSummary(agent, state), landmarkOf(agent, state)];
    return { type: "details", kind: "agent", landmark, summary, children: agentHead(agent, state, isInCall) };
  };
  const section = wall.attempt(agent, render, () => bareSection(agent.agentId));
  sink.push(section);
  return section.children;
}

/** Add the section for consecutive agents that the client runs. */
export function addClientSection(sink: BlockContent[]): Details {
  const section = bareSection("");
  sink.push(section);
  return section;
}

function bareSection(summary: string): Details {
  return { type: "details", kind: "agent", summary, children: [] };
}

/** What takes the place of a slot: the conversation of the agent, or one line about the agent. */
export function slotContent(agent: Agent, isOwn: boolean, state: State, wall: Wall): SlotContent {
  if (!state.isAgentInline(agent)) return { blocks: [agentStub(agent, state)] };
  if (isOwn) return { blocks: [], sink: [] };
  const blocks: BlockContent[] = [];
  return { sink: addAgentSection(agent, blocks, state, wall, true), blocks };
}
