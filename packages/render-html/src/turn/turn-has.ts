import type { Section } from "@ccdag/mdast";
import { callsIn } from "../changes/turn-changes.ts";

/**
 * What a turn has, for the filters of turns: `changes`, `failed` and `agents`. Calls of its agents count, too.
 *
 * @param section its section, with its facts.
 * @param isChange whether the call with an id changed a file.
 * @returns the words, with a space between them; empty for none.
 */
export function turnHas(section: Section, isChange: (call: string) => boolean): string {
  const calls = [...callsIn(section)];
  const changes = calls.some(({ id }) => isChange(id));
  const failed = calls.some(({ hasFailed }) => hasFailed);
  const agents = (section.turn?.agents ?? 0) > 0;
  return [changes && "changes", failed && "failed", agents && "agents"].filter(Boolean).join(" ");
}
