import type { Message, Reference } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { formatTime, shortId } from "../format.ts";
import type { State } from "../types.ts";
import { tellOrigin } from "./origin.ts";

/** What stands above a message: who speaks and when, its anchor, and where the conversation divides (R002). */
export function messageHead(
  node: Message,
  state: State,
  { speaker, isLast }: { readonly speaker: string; readonly isLast: boolean },
): BlockContent[] {
  const { labels } = state;
  const id = node.uuid ?? node.id ?? "";
  const goesOn = node.role === "assistant" && speaker === `${node.actor} ${node.origin}`;
  const junctions = (node.junctions ?? []).map((junction) => forward(junction, state, isLast));
  if (goesOn) return [state.anchor(id), ...junctions];
  const role =
    node.role === "user" && node.actor === "claude"
      ? `${labels.actors.claude} (${labels.delegating})`
      : labels.actors[node.actor];
  const time = node.timestamp === undefined ? undefined : formatTime(node.timestamp);
  const kind = quiet.has(node.origin) ? undefined : node.origin;
  const head = [role, kind, time, node.model === "<synthetic>" ? undefined : node.model].filter(Boolean).join(" · ");
  return [state.heading(state.depth, state.anchor(id), head), ...junctions];
}

/** Origins that the speaker's name says already. */
const quiet = new Set(["prompt", "reply", "notification", "teammate", "hook"]);

/** A link to what leaves from here. */
function forward(junction: Reference, state: State, isLast: boolean): BlockContent {
  const { labels } = state;
  if (junction.branch !== undefined)
    return state.paragraph(
      "→ ",
      state.link(junction, `${labels.branch} ${shortId(junction.branch)}`, `branch-${junction.branch}`),
      ` ${labels.branchHere}`,
    );
  const text = `${labels.session} ${shortId(junction.sessionId ?? "")}`;
  return state.paragraph(
    "→ ",
    state.link(junction, text, `session-${junction.sessionId}`),
    ` ${isLast ? labels.continuesHere : labels.forksHere}`,
  );
}

/** What a message says. */
export function message(node: Message, state: State): BlockContent[] {
  return tellOrigin(node, state) ?? state.all(node.children);
}
