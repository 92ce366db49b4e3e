import type { Section } from "@ccdag/mdast";
import { callsIn } from "../changes/turn-changes.ts";

/** What is known of a turn. */
interface TurnParts {
  readonly section: Section;
  /** Its calls, and those of its agents. */
  readonly calls: ReadonlyArray<{ readonly id: string; readonly hasFailed: boolean }>;
  /** Whether the call with an id changed a file. */
  readonly isChange: (call: string) => boolean;
}

/** What turns can be filtered by: a name for the address, the words in the list, and which turns have it. A new one is a row. */
const turnFilters = {
  changes: {
    words: "changed files",
    has: ({ calls, isChange }: TurnParts): boolean => calls.some(({ id }) => isChange(id)),
  },
  failed: {
    words: "failed calls",
    has: ({ calls }: TurnParts): boolean => calls.some(({ hasFailed }) => hasFailed),
  },
  agents: {
    words: "agents",
    has: ({ section }: TurnParts): boolean => (section.turn?.agents ?? 0) > 0,
  },
} as const;

/** A kind of turns. */
export type TurnFilter = keyof typeof turnFilters;

const rows = Object.entries(turnFilters) as ReadonlyArray<readonly [TurnFilter, (typeof turnFilters)[TurnFilter]]>;

/** The words for each kind, in the order of the list. */
export const turnFilterWords: Readonly<Record<TurnFilter, string>> = Object.fromEntries(
  rows.map(([kind, { words }]) => [kind, words]),
) as Record<TurnFilter, string>;

/**
 * The kinds that a turn is of. Calls of its agents count, too.
 *
 * @param section its section, with its facts.
 * @param isChange whether the call with an id changed a file.
 * @returns the names, with a space between them; empty for none.
 */
export function filtersOfTurn(section: Section, isChange: (call: string) => boolean): string {
  const parts = { section, calls: [...callsIn(section)], isChange };
  return rows.flatMap(([kind, { has }]) => (has(parts) ? [kind] : [])).join(" ");
}
