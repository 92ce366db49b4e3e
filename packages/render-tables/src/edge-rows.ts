import type { Agent } from "@ccdag/ccast";
import type { TableRow } from "./table-row.ts";
import type { TableFacts } from "./facts.ts";
import { placeOf } from "./rows-messages.ts";
import { time } from "./values.ts";

/** The rows of all edges: those of parents first, in the order of the messages that they lead to. */
export function* edgeRows({ messages, agents, idOf }: TableFacts): Generator<TableRow> {
  const first = new Map<Agent, TableFacts["messages"][number]>();
  for (const found of messages) {
    const { node, id, place, link } = found;
    if (place.agent && !first.has(place.agent)) first.set(place.agent, found);
    const end = { to_id: id, time: time(node.timestamp) };
    if (link)
      yield {
        ...placeOf(place),
        from_id: link.from,
        ...end,
        kind: link.kind,
        rule: link.rule ?? null,
        is_parent: true,
      };
    if (node.type !== "message" || node.repeats === undefined) continue;
    const { rule, uuid } = node.repeats;
    yield { ...placeOf(place), from_id: idOf(uuid) ?? null, ...end, kind: "repeat", rule, is_parent: false };
  }
  for (const { node } of agents) {
    const to = first.get(node);
    if (node.continues === undefined || to === undefined) continue;
    const from = idOf(node.continues.uuid) ?? null;
    const end = { to_id: to.id, time: time(to.node.timestamp) };
    yield { ...placeOf(to.place), from_id: from, ...end, kind: "agent-continues", rule: null, is_parent: false };
  }
}
