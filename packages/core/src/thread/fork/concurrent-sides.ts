import type { Entry } from "../../entry/entry.ts";
import type { Facts } from "../facts.ts";

/**
 * Finds the sides of a fork that two processes wrote at once, where the second began in the middle of a turn: one side
 * begins with what a client writes on a resume, or with a prompt; another one continues the turn. Each holds a
 * prompt, and the one that continues the turn does not stand wholly before the other in the file.
 *
 * @param children the children of one entry in its thread.
 * @param facts facts about the entries below them.
 * @returns the sides; none if the file was written by one process after another.
 */
export function concurrentSides(children: readonly Entry[], facts: Facts): readonly Entry[] {
  const talking = children.filter((child) => facts.hasPrompt(child) && facts.hasAnswer(child));
  const second = talking.filter((child) => facts.isResumed(child) || beginsWithPrompt(child, facts));
  if (second.length === 0 || second.length === talking.length) return [];
  const sides = talking
    .filter(({ location }) => location.path === second[0]!.location.path)
    .sort((a, b) => facts.position(a) - facts.position(b));
  const isSecond = new Set(second);
  const turns = new Set<Entry>();
  let reach = -1;
  for (const side of sides) {
    // A process that resumed had read no more than what was there when it began.
    if (isSecond.has(side)) reach = Math.max(reach, facts.isResumed(side) ? Infinity : facts.lastBelow(side));
    else if (reach > facts.position(side)) turns.add(side);
  }
  let next = Infinity;
  for (const side of sides.toReversed()) {
    if (isSecond.has(side)) next = facts.position(side);
    else if (next < facts.lastBelow(side)) turns.add(side);
  }
  return turns.size === 0 ? [] : [...second, ...turns];
}

/** Whether the first thing said in a side is a prompt that was not queued during the turn. */
export function beginsWithPrompt(side: Entry, facts: Facts): boolean {
  const competing = facts.competing(side);
  return competing !== undefined && facts.isPrompt(competing) && facts.queuedAfter(competing) === undefined;
}
