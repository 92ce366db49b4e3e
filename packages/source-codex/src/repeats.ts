import { type AnyLine, isEvent, isItem, type RolloutLine } from "./line.ts";
import { objects, text, wordsOf } from "./values.ts";

/**
 * Find events that say what no item says: the text of an answer that was cut. Old versions write the items of a response
 * only when it is complete, so that the event is all that is left of a response that broke or was killed.
 *
 * @param lines the records of one response.
 * @returns those events; all others repeat an item.
 */
export function loneEvents(lines: readonly AnyLine[]): ReadonlySet<RolloutLine> {
  const waiting = new Map<string, RolloutLine[]>();
  const keys: string[] = [];
  for (const line of lines) {
    if ("form" in line) continue;
    const key = eventKey(line);
    const same = key === undefined ? undefined : waiting.get(key);
    if (same) same.push(line);
    else if (key !== undefined) waiting.set(key, [line]);
    for (const said of itemKeys(line)) keys.push(said);
  }
  for (const key of keys) waiting.get(key)?.pop();
  return new Set([...waiting.values()].flat());
}

/** What an event says; `undefined` if it is no part of an answer. */
function eventKey(line: RolloutLine): string | undefined {
  if (isEvent(line, "agent_message")) return keyOf("message", line.payload["message"]);
  if (isEvent(line, "agent_reasoning")) return keyOf("reasoning", line.payload["text"]);
  if (line.item?.["type"] === "AgentMessage") return keyOf("message", wordsOf(line.item["content"]));
  return undefined;
}

/** What an item says. Each part of a summary has an event of its own. */
function itemKeys(line: RolloutLine): readonly string[] {
  const { kind, payload } = line;
  if (!isItem(line)) return [];
  if (kind === "message" && payload["role"] === "assistant")
    return [keyOf("message", wordsOf(payload["content"]))].filter((key) => key !== undefined);
  if (kind !== "reasoning") return [];
  const parts = [...objects(payload["summary"]), ...objects(payload["content"])];
  return parts.map((part) => keyOf("reasoning", part["text"])).filter((key) => key !== undefined);
}

function keyOf(kind: string, words: unknown): string | undefined {
  return text(words) === undefined ? undefined : `${kind} ${String(words)}`;
}
