import { object, text } from "../event-fields.ts";
import { headerType, type LogEvent } from "./event.ts";

/** Where an event stands in the graph. */
export interface EventLink {
  readonly id: string;
  readonly parent: string | null;
}

/**
 * Link the events of a log. The log is one chain that runs through the events of agents, and its parents name also events that were
 * never written: so each event follows the one before it of the session, or of the same agent. What follows a rewind stands beside
 * what it left, where the log has that, or the client's index.
 *
 * @param events in the order of the log.
 * @param file distinguishes events without an id.
 */
export function linkEvents(events: readonly LogEvent[], file: string): EventLink[] {
  const tips = new Map<string | undefined, string>();
  const before = new Map<string, string | null>();
  return events.map((event, index) => {
    const { raw, type, data, agent } = event;
    const { rewoundTo, after } = object(raw["ccdag"]);
    const from = type === "session.snapshot_rewind" ? data["upToEventId"] : rewoundTo;
    const left = text(after) ?? before.get(text(from) ?? "");
    const parent = left === undefined ? (tips.get(agent) ?? null) : left;
    const id = text(raw["id"]) ?? `${index + 1}@${file}`;
    if (!before.has(id)) before.set(id, parent);
    // A title has no place in the graph.
    if (!isTitle(event)) tips.set(agent, id);
    return { id, parent };
  });
}

/** Whether an event gives the session its title. */
function isTitle({ type, data }: LogEvent): boolean {
  const name = type === headerType ? data["name"] : type === "session.title_changed" ? data["title"] : undefined;
  return text(name) !== undefined;
}
