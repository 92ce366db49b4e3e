import { type Message, originFacts, type Reference } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { markBeginning } from "../format.ts";
import { oneLine } from "../one-line.ts";
import { marked } from "../labels.ts";
import type { State } from "../types.ts";
import { threadMark } from "../driver/timeline-threads.ts";
import { renderOrigin } from "./origin.ts";

/**
 * What stands above a message: who speaks and when, and its anchors. A speaker who continues has only an anchor; in a
 * timeline, where the time is what is looked for, the time too.
 */
export function messageHead(node: Message, state: State, speaker: string): BlockContent[] {
  const id = node.uuid ?? node.id ?? "";
  const others = node.uuids.slice(1).flatMap((uuid) => state.anchorIfLinked(uuid));
  const isContinued = speaker !== "" && speaker === `${node.actor} ${node.origin}`;
  const time = state.time(node.timestamp);
  if (isContinued) {
    const hasTime = node.thread !== undefined || originFacts(node.origin).isReport;
    const value = [hasTime && time, state.usage(node)].filter(Boolean).join(" · ");
    const when = value === "" ? [] : [state.paragraph({ type: "emphasis", children: [{ type: "text", value }] })];
    return [state.anchor(id), ...others, ...when];
  }
  const kind = originFacts(node.origin).isInHeading ? kindOf(node) : undefined;
  const model =
    state.facts && node.model && node.model !== "<synthetic>" ? [state.fact("model", ` · ${node.model}`)] : [];
  const usage = node.role === "assistant" ? state.usage(node) : undefined;
  const head = [speakerName(node, state), kind].filter(Boolean).join(" · ");
  const rest = [...model, ...(usage ? [` · ${usage}`] : [])];
  const when = state.when(node.timestamp, " · ");
  const heading = state.heading(state.depth, state.anchor(id), head, ...when, ...rest, ...threadMark(node, state));
  return [node.actor === "human" ? markBeginning("turn", heading) : heading, ...others];
}

/** How the message came, beside the name of the speaker: of a channel or a schedule, which one. */
function kindOf({ origin, senders = [] }: Message): string {
  return origin === "channel" || origin === "scheduled"
    ? [origin, oneLine(senders.join(", "))].filter(Boolean).join(" ")
    : origin;
}

function speakerName({ role, actor, origin, senders = [] }: Message, { labels, agent }: State): string {
  if (originFacts(origin).isOutput) return labels.output;
  if (role === "user" && actor === "assistant") return `${labels.actors.assistant} (${labels.delegating})`;
  if (origin === "peer") return [labels.session, oneLine(senders.join(", "))].filter(Boolean).join(" ");
  const names =
    actor === "teammate" ? oneLine(senders.join(", ")) : actor === "agent" ? (agent?.name ?? agent?.agentType) : "";
  return [labels.actors[actor], names].filter(Boolean).join(" ");
}

/** Below the words of a person, what it took to answer them. */
export function renderTurn(node: Message, state: State): BlockContent[] {
  const usage = node.role === "user" ? state.usage(node) : undefined;
  if (usage === undefined) return [];
  const value = `${state.labels.thisTurn}: ${usage}`;
  return [state.paragraph({ type: "emphasis", children: [{ type: "text", value }] })];
}

/** What stands below a message: links to what leaves from here. */
export function messageFoot({ junctions = [] }: Message, state: State, isLast: boolean): BlockContent[] {
  return junctions.map((junction) => forward(junction, state, isLast));
}

/** A link to what leaves from here. */
function forward(junction: Reference, state: State, isLast: boolean): BlockContent {
  const { labels } = state;
  if (junction.branch !== undefined)
    return state.paragraph(
      marked(labels.marks.forward, ""),
      state.link(junction, `${labels.branch} ${state.shortId(junction.branch)}`, `branch-${junction.branch}`),
      ` ${labels.branchHere}`,
    );
  const text = `${labels.session} ${state.shortId(junction.sessionId ?? "")}`;
  return state.paragraph(
    marked(labels.marks.forward, ""),
    state.link(junction, text, `session-${junction.sessionId}`),
    ` ${isLast ? labels.continuesHere : labels.forksHere}`,
  );
}

/** What a message says. */
export function message(node: Message, state: State): BlockContent[] {
  return renderOrigin(node, state) ?? state.all(node.children);
}
