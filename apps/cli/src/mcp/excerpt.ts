import { toText } from "@ccdag/ccast";
import type { SearchHit } from "../find/hits.ts";
import { formatMinute, type Zone } from "../time.ts";
import type { EntryPlace, SessionTurn } from "./turns.ts";

/** Lengths of the texts of an excerpt, in characters. */
const chars = { prompt: 300, hit: 700, answer: 700 } as const;

/** How many hits of a turn are shown. */
const maxHits = 2;

/** A turn with hits in it. */
export interface FoundTurn extends EntryPlace {
  readonly hits: readonly SearchHit[];
}

/**
 * What was found in a turn: its prompt, the text around the hits, the end of the answer. Each text is a quote, so that no line of
 * it can be taken for one of ours.
 *
 * @param found the turn.
 * @param zone whose hours the times are.
 */
export function excerptOf({ turn, agent, hits }: FoundTurn, zone: Zone): string {
  const time = turn.prompt?.timestamp ?? hits[0]?.time;
  const name = agent && `agent ${agent.agentId}${agent.agentType === undefined ? "" : ` (${agent.agentType})`}`;
  const head = [`Turn ${turn.number}`, time !== undefined && formatMinute(time, zone), name].filter(Boolean).join(", ");
  const shown = hits.slice(0, maxHits);
  const isIn = (text: string) => shown.some((hit) => text.includes(hit.text) || hit.text.includes(text));
  const prompt = turn.prompt === undefined ? "" : toText(turn.prompt).trim();
  const answer = turn.answer === undefined ? "" : toText(turn.answer).trim();
  const isAnswerIn = answer === "" || shown.some((hit) => endsInExcerpt(hit, answer));
  return [
    head,
    prompt !== "" && !isIn(prompt) && `> prompt: ${quote(beginning(prompt, chars.prompt))}`,
    ...shown.map((hit) => `> ${speakerOf(hit)}: ${quote(around(hit, chars.hit))}`),
    hits.length > shown.length && `and ${hits.length - shown.length} more hits in this turn`,
    !isAnswerIn && `> end of the answer: ${quote(ending(answer, chars.answer))}`,
  ]
    .filter((line) => line !== false)
    .join("\n");
}

function speakerOf({ speaker, where }: SearchHit): string {
  const name = speaker.replace(/\s+/g, " ").slice(0, 60);
  return where === "thinking" || where === "context" ? `${name} (${where})` : name;
}

/** Whether the excerpt of a hit already shows how the answer ends. */
function endsInExcerpt({ text, index }: SearchHit, answer: string): boolean {
  return text.trim().endsWith(answer.slice(-chars.answer / 2)) && text.length - index < chars.hit / 2;
}

/** Lines of a quote, without blank ones: they would only cost tokens. */
function quote(text: string): string {
  return text.replace(/\s*\n\s*/g, "\n> ");
}

function around({ text, index }: SearchHit, length: number): string {
  const from = Math.max(0, Math.min(index - length / 3, text.length - length));
  const part = cutTo(text, Math.floor(from), Math.floor(from) + length);
  return `${from > 0 ? "…" : ""}${part.trim()}${from + length < text.length ? "…" : ""}`;
}

function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${cutTo(text, 0, length)}…`;
}

function ending(text: string, length: number): string {
  return text.length <= length ? text : `…${cutTo(text, text.length - length, text.length)}`;
}

/** A part of a text, without halves of characters at its ends. */
function cutTo(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/g, "");
}

/** The turns of hits, those that match best first. */
export function turnsOf(
  hits: readonly SearchHit[],
  places: ReadonlyMap<string, EntryPlace>,
  weightOf: (hit: SearchHit) => number,
): FoundTurn[] {
  const groups = new Map<SessionTurn, { place: EntryPlace; hits: SearchHit[] }>();
  for (const hit of hits) {
    const place = places.get(hit.uuid) ?? places.get(`${hit.path}:${hit.line}`) ?? unknown;
    const group = groups.get(place.turn) ?? { place, hits: [] };
    groups.set(place.turn, group);
    group.hits.push(hit);
  }
  const scored = [...groups.values()].map(({ place, hits: own }) => {
    const sorted = [...own].sort((a, b) => weightOf(b) - weightOf(a));
    return { score: sorted.reduce((sum, hit) => sum + weightOf(hit), 0), found: { ...place, hits: sorted } };
  });
  return scored.sort((a, b) => b.score - a.score || b.found.turn.number - a.found.turn.number).map(({ found }) => found);
}

/** Where a hit is whose entry is in no message. */
const unknown: EntryPlace = {
  turn: { session: undefined, number: 0, prompt: undefined, answer: undefined },
  agent: undefined,
};
