import { type Agent, messagesOf, tokensOf } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import { formatDuration, oneLine } from "../format.ts";
import { countOf, marked } from "../labels.ts";
import type { State } from "../types.ts";
import { renderHidden } from "./hidden.ts";

/** What an agent is called: its kind, its name or type, and what it was for. */
export function agentTitle({ mode, name, agentType, description }: Agent, { labels }: State): string {
  const kind = [labels.modes[mode], name ?? agentType].filter(Boolean).join(" ");
  return oneLine([kind, description].filter(Boolean).join(": "), 120);
}

/** How much an agent did, in a few words. */
function agentFacts(node: Agent, state: State): string {
  const { labels, facts } = state;
  const usage = state.usage(node);
  const { messageCount, toolUses, durationMs, incomplete, missing, status } = node;
  const tokens = tokensOf(node);
  const numbers = () => [
    missing ? undefined : countOf("message", messageCount, labels),
    toolUses === undefined ? undefined : countOf("toolUse", toolUses, labels),
    usage ?? (tokens === 0 ? undefined : `${tokens} ${labels.tokens}`),
    durationMs === undefined ? undefined : formatDuration(durationMs),
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

/** The words on the fold of an agent. */
export function agentSummary(node: Agent, state: State): string {
  return marked(state.labels.marks.agent, `${agentTitle(node, state)}${agentFacts(node, state)}`);
}

/**
 * What stands above the conversation of an agent: where it was born, by which rule, and where it worked.
 *
 * @param isInCall whether it stands in the fold of its call: then the way back is no news.
 */
export function agentHead(node: Agent, state: State, isInCall: boolean): BlockContent[] {
  const { labels } = state;
  const { uuid, rule } = node.from;
  const words = rule === "unanchored-agent" ? labels.placedHere : labels.calledHere;
  const back: Array<PhrasingContent | string> =
    uuid === undefined || isInCall ? [] : [marked(labels.marks.back, ""), state.link({ uuid }, words), " · "];
  const facts: Array<PhrasingContent | string> = [`${labels.linkedBy} `, { type: "inlineCode", value: rule }];
  for (const value of [node.team, node.worktree])
    if (value !== undefined) facts.push(" · ", { type: "inlineCode", value });
  const anchor = state.anchorOf(`agent-${node.agentId}`);
  return [anchor, ...(state.facts ? [state.paragraph(...back, ...facts)] : []), ...renderHidden(node, state)];
}

/** An agent that is told in another document, or not at all. */
export function agentStub(node: Agent, state: State): BlockContent {
  const link = agentLink(node, agentTitle(node, state), state);
  const where = node.missing || link.type === "link" ? "" : ` · ${state.labels.notShown}`;
  return state.paragraph(marked(state.labels.marks.agent, ""), link, `${agentFacts(node, state)}${where}`);
}

/** A link to an agent; its name alone where it is told nowhere. */
function agentLink(node: Agent, words: string, state: State): PhrasingContent {
  const [first] = messagesOf(node);
  const uuid = first?.uuid ?? first?.id ?? node.agentId;
  return state.link({ uuid, agentId: node.agentId }, words, `agent-${node.agentId}`);
}
