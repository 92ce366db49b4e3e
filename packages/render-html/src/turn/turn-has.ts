import type { TurnFacts } from "@ccdag/mdast";

/**
 * What a turn has, for the filters of turns: `changes`, `failed` and `agents`.
 *
 * @param turn its facts.
 * @param changesFiles whether it changed files.
 * @returns the words, with a space between them; empty for none.
 */
export function turnHas({ failed, agents }: TurnFacts, changesFiles: boolean): string {
  return [changesFiles && "changes", failed > 0 && "failed", agents > 0 && "agents"].filter(Boolean).join(" ");
}
