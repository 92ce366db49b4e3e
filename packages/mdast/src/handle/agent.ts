import { type Agent, messagesOf, tokensOf } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import { formatDuration } from "../amounts.ts";
import { oneLine } from "../one-line.ts";
import { countOf, marked } from "../labels.ts";
import type { State } from "../types.ts";
import { renderHidden } from "./hidden.ts";

/** The title of an agent: its kind, its name or type, and its description. */
export function agentTitle({ mode, name, agentType, description }: Agent, { labels }: State): string {
  const kind = [labels.modes[mode], name ?? agentType].filter(Boolean).join(" ");
  return oneLine([kind, description].filter(Boolean).join(": "), 120);
}

/** Short facts about the work of an agent, in parentheses. */
export function agentFacts(node: Agent, state: State): string {
  const { labels, facts } = state;
  const usage = state.usage(node);
  const { messageCount, toolUses, durationMs, incomplete, missing, status } = node;
  const tokens = tokensOf(node);
  const numbers = () => [
    missing ? undefined : countOf("message", messageCount, labels),
    toolUses === undefined ? undefined : countOf("toolUse", toolUses, labels),
    usage ?? (tokens === 0 ? undefined : `${tokens} ${labels.tokens}`),
    durationMs === undefined ? undefined : formatDuration(durationMs),
    state.cost(node),
  ];
  const words = [
    ...(facts ? numbers() : []),
    missing ? labels.missing : undefined,
    status === undefined || status === "completed" ? (incomplete ? labels.incomplete : undefined) : oneLine(status),
  ]
    .filter(Boolean)
    .join(", ");
  return words === "" ? "" : ` (${words})`;
}

/** The summary of the section of an agent. */
export function agentSummary(node: Agent, state: State): string {
  return marked(state.labels.marks.agent, `${agentTitle(node, state)}${agentFacts(node, state)}`);
}

/**
 * Render what is above the conversation of an agent: a link to its tool call, the agent that it continues, its team and
 * its folder.
 *
 * @param isInCall whether it is in the section of its call, where the link is not needed.
 */
export function agentHead(node: Agent, state: State, isInCall: boolean): BlockContent[] {
  const { labels } = state;
  const { uuid, rule } = node.from;
  const words = rule === "unanchored-agent" ? labels.placedHere : labels.calledHere;
  const facts: Array<ReadonlyArray<PhrasingContent | string>> = [];
  if (uuid !== undefined && !isInCall) facts.push([marked(labels.marks.back, ""), state.link({ uuid }, words)]);
  if (node.continues)
    facts.push([`${labels.continuesAgent} `, state.link(node.continues, node.continues.agentId ?? "")]);
  for (const value of [node.team, node.worktree]) if (value !== undefined) facts.push([{ type: "inlineCode", value }]);
  const line = facts.flatMap((one, index) => (index === 0 ? one : [" · ", ...one]));
  const anchor = state.anchorOf(`agent-${node.agentId}`);
  return [anchor, ...(state.facts && line.length > 0 ? [state.paragraph(...line)] : []), ...renderHidden(node, state)];
}

/** Render the line for an agent whose conversation is in another document or in none. */
export function agentStub(node: Agent, state: State): BlockContent {
  const link = agentLink(node, agentTitle(node, state), state);
  const where = node.missing || link.type === "link" ? "" : ` · ${state.labels.notShown}`;
  return state.paragraph(marked(state.labels.marks.agent, ""), link, `${agentFacts(node, state)}${where}`);
}

/** A link to an agent; only its name if no document holds it. */
function agentLink(node: Agent, words: string, state: State): PhrasingContent {
  const [first] = messagesOf(node);
  const uuid = first?.uuid ?? first?.id ?? node.agentId;
  return state.link({ uuid, agentId: node.agentId }, words, `agent-${node.agentId}`);
}
