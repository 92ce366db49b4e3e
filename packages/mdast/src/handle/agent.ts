import type { Agent } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { State } from "../types.ts";

/** An agent, folded where it was born; its own conversation is put into the fold. */
export function agentHead(node: Agent, state: State, inside: BlockContent[]): BlockContent[] {
  const { labels } = state;
  const kind = [labels.modes[node.mode], node.name ?? node.agentType].filter(Boolean).join(" ");
  const summary = [kind, node.description].filter(Boolean).join(": ");
  if (node.from.uuid !== undefined)
    inside.push(state.paragraph("← ", state.link({ uuid: node.from.uuid }, labels.calledHere), ` (${node.from.rule})`));
  if (node.missing) inside.push(state.paragraph(labels.missing));
  return [{ type: "details", summary: `🤖 ${summary} (${node.messageCount} messages)`, children: inside }];
}
