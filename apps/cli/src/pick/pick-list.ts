/** A column beside the titles of a list. */
export interface Column {
  readonly head: string;
  /** Numbers stand at the right, texts at the left (default: `false`). */
  readonly isText?: boolean | undefined;
  /** The greatest width of a text, in cells (default: as wide as it is). */
  readonly max?: number | undefined;
}

/** A fact in the preview: its label and its text; without a label it is a heading. Short ones can stand beside others. */
export type Fact = readonly [label: string, text: string, isShort?: boolean | undefined];

/** One row of a list that a person chooses from. All texts that are shown are safe for a terminal. */
export interface PickItem<T> {
  readonly value: T;
  readonly title: string;
  /** Whether the end of the title says most, as in a path: it is then cut at its beginning (default: `false`). */
  readonly isPath?: boolean | undefined;
  /** A text for each column. */
  readonly cells: readonly string[];
  /** What typed words are looked for in, in lower case. */
  readonly searched: string;
  /** What is known of it; made when it is shown. */
  readonly facts: () => readonly Fact[];
}

/** A list that a person chooses from. */
export interface PickList<T> {
  /** What the list holds, before the typed words. */
  readonly heading: string;
  readonly titleHead: string;
  /** The most important column first: the last one is omitted first. */
  readonly columns: readonly Column[];
  readonly entries: readonly PickItem<T>[];
  /** What Escape does, for the line of help. */
  readonly escape: string;
}

/**
 * The entries in which all typed words occur, in any order.
 *
 * @param entries all entries.
 * @param typed words, as typed.
 */
export function filterEntries<T>(entries: readonly PickItem<T>[], typed: string): readonly PickItem<T>[] {
  const words = typed.toLowerCase().split(/\s/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ searched }) => words.every((word) => searched.includes(word)));
}
