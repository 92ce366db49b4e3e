import { toText, wordsOf } from "@ccdag/ccast";
import { headline, oneLine } from "@ccdag/mdast";
import { visibleText } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import type { SearchHit } from "@ccdag/library";
import { formatMinute, type Zone } from "@ccdag/mdast/time";
import type { EntryPlace, SessionTurn } from "./session-turns.ts";

/** Lengths of the texts of an excerpt, in characters. */
const chars = { prompt: 300, said: 600, tools: 300, answer: 600 } as const;

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
  const name = agent && `agent ${oneLine(`${agent.agentId} ${agent.agentType ?? ""}`, 60)}`;
  const head = [`Turn ${turn.number}`, time !== undefined && formatMinute(time, zone), name].filter(Boolean).join(", ");
  const shown = shownOf(hits);
  const prompt = turn.prompt === undefined ? "" : headline(wordsOf(turn.prompt), chars.prompt);
  const answer = turn.answer === undefined ? "" : toText(turn.answer).trim();
  const isPromptIn = prompt === "" || shown.some(({ where, speaker }) => where === "prompts" && speaker === "you");
  const isAnswerIn = answer === "" || shown.some((hit) => isNearEnd(hit, answer));
  return [
    head,
    !isPromptIn && `> prompt: ${quote(prompt)}`,
    ...shown.map((hit) => `> ${speakerOf(hit)}: ${quote(around(hit, answer))}`),
    hits.length > shown.length && `and ${count(hits.length - shown.length, "more hit")} in this turn`,
    !isAnswerIn && `> end of the answer: ${quote(ending(answer, chars.answer))}`,
  ]
    .filter((line) => line !== false)
    .join("\n");
}

/** The best hit, and another one if somebody said it: output of tools is long, and seldom an answer. */
function shownOf(hits: readonly SearchHit[]): readonly SearchHit[] {
  const [first, ...others] = hits;
  if (first === undefined) return [];
  const said = others.filter(({ where, text }) => (where === "prompts" || where === "replies") && text !== first.text);
  return [first, ...said.slice(0, maxHits - 1)];
}

function speakerOf({ speaker, where }: SearchHit): string {
  const name = oneLine(speaker, 60);
  return where === "thinking" || where === "context" ? `${name} (${where})` : name;
}

/** Whether a hit is so near the end of the answer that one excerpt shows both. */
function isNearEnd({ text, index }: SearchHit, answer: string): boolean {
  return text.trim() === answer && text.length - index <= chars.said + chars.answer / 2;
}

/** Lines of a quote, without blank ones and without fences: a part of a text may lack the other fence. */
function quote(text: string): string {
  const lines = visibleText(text).split(/[\n\u2028\u2029]/);
  return lines.filter((line) => line.trim() !== "" && !/^\s*(?:`{3}|~{3})/.test(line)).join("\n> ");
}

/** The text around a hit; of one that is near the end of the answer all that follows, too. */
function around(hit: SearchHit, answer: string): string {
  const { text, index, where } = hit;
  if (isNearEnd(hit, answer)) return ending(answer, chars.said + chars.answer);
  const length = where === "tools" ? chars.tools : chars.said;
  const from = Math.max(0, Math.min(index - length / 3, text.length - length));
  const part = cutTo(text, Math.floor(from), Math.floor(from) + length);
  return `${from > 0 ? "…" : ""}${part.trim()}${from + length < text.length ? "…" : ""}`;
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
    // A second hit counts less than the first, or long outputs would always win.
    return { score: weightOf(sorted[0]!) + Math.log2(sorted.length) / 4, found: { ...place, hits: sorted } };
  });
  return scored
    .sort((a, b) => b.score - a.score || b.found.turn.number - a.found.turn.number)
    .map(({ found }) => found);
}

/** Where a hit is whose entry is in no message. */
const unknown: EntryPlace = {
  turn: { session: undefined, number: 0, prompt: undefined, answer: undefined },
  agent: undefined,
};
