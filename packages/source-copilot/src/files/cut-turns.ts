import type { JsonObject } from "@ccdag/core";
import { text } from "../event-fields.ts";
import { isRewind, type LogEvent } from "../events/event.ts";
import type { StoredRequest, StoredTurn } from "./session-store.ts";
import { eventsOf, startOf } from "./turn-events.ts";
import { leftBy, mainOf, readBy } from "./turn-tokens.ts";

/** What a rewind cut from a log, as events. */
export interface CutPart {
  /** The event of the rewind. */
  readonly before: LogEvent;
  readonly events: readonly JsonObject[];
}

/**
 * The turns that rewinds have cut from a log: those of the client's index that the log has no more, each at the first rewind
 * after it. A turn is in the log if one of its requests is, or its prompt where requests were not recorded.
 *
 * The index does not say what a turn followed. The first one that was cut stands where the log was cut. Of the others, tokens
 * say it: a request reads all that the one before it has read and written, so a turn follows the last one of which that can be
 * true. Where tokens say nothing, a turn is a notice with its words.
 *
 * @param events of the session, in the order of the log.
 * @param turns of the session, in their order.
 */
export function cutTurns(events: readonly LogEvent[], turns: readonly StoredTurn[]): CutPart[] {
  const rewinds = events.filter(isRewind).map((event) => ({ event, time: timeOf(event), cut: [] as StoredTurn[] }));
  for (const turn of missingFrom(events, turns)) rewinds.find(({ time }) => startOf(turn) <= time)?.cut.push(turn);
  const areEvidence = turns.every(({ requests }) =>
    mainOf(requests).every((one, at, all) => at === 0 || readBy(one) >= leftBy(all[at - 1]!)),
  );
  return rewinds.flatMap(({ event, cut }) => {
    const made = areEvidence ? linked(cut) : cut.flatMap((turn, at) => eventsOf(turn, at === 0));
    return made.length === 0 ? [] : [{ before: event, events: made }];
  });
}

/** The events of turns that one rewind has cut, each after the turn that it followed. */
function linked(turns: readonly StoredTurn[]): JsonObject[] {
  const all: JsonObject[] = [];
  /** Turns that a later one may follow: the later a turn, the more it left to read. */
  const open: Array<{ readonly left: number; readonly last: JsonObject }> = [];
  let top: JsonObject | undefined;
  for (const turn of turns) {
    const [first, ...others] = eventsOf(turn, true);
    if (first === undefined) continue;
    const requests = mainOf(turn.requests);
    const before = open[lastWithin(open, requests[0] === undefined ? Infinity : readBy(requests[0]))];
    const place = before === undefined ? { rewoundTo: (top ?? first)["id"] } : { after: before.last["id"] };
    all.push({ ...first, ccdag: { isExcerpt: true, ...(top === undefined ? {} : place) } }, ...others);
    top ??= first;
    const left = requests.length === 0 ? 0 : leftBy(requests.at(-1)!);
    while (open.length > 0 && open.at(-1)!.left >= left) open.pop();
    open.push({ left, last: others.at(-1) ?? first });
  }
  return all;
}

/** The last of some turns, sorted by what they left to read, that left no more than that; -1 for none. */
function lastWithin(turns: ReadonlyArray<{ readonly left: number }>, most: number): number {
  let [from, to] = [0, turns.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (turns[middle]!.left <= most) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** The turns that the log has not. */
function missingFrom(events: readonly LogEvent[], turns: readonly StoredTurn[]): StoredTurn[] {
  const moments = new Set<number>();
  const prompts = new Map<string, number>();
  for (const event of events) {
    if (event.type === "session.usage_record") moments.add(Math.round(timeOf(event) / stepMs));
    const words = event.type === "user.message" ? text(event.data["content"]) : undefined;
    if (words !== undefined) prompts.set(words, (prompts.get(words) ?? 0) + 1);
  }
  const isIn = ({ time }: StoredRequest) => {
    const at = Math.round(time / stepMs);
    return moments.has(at) || moments.has(at - 1) || moments.has(at + 1);
  };
  // From the end: of two equal prompts, the later one is left.
  return turns
    .toReversed()
    .filter((turn) => {
      const words = turn.prompt ?? "";
      const left = prompts.get(words) ?? 0;
      const isThere = moments.size > 0 && turn.requests.length > 0 ? turn.requests.some(isIn) : left > 0;
      if (isThere) prompts.set(words, left - 1);
      return !isThere;
    })
    .reverse();
}

/** The index says of a request when it was written, a few milliseconds after the log does. */
const stepMs = 50;

function timeOf({ raw }: LogEvent): number {
  return Date.parse(String(raw["timestamp"]));
}
