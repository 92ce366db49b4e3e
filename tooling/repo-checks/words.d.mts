export interface Finding {
  readonly line: number;
  /** The text that was found. */
  readonly found: string;
  /** The entry of the list. */
  readonly word: string;
  /** What to use instead. */
  readonly say: string;
}

/** The words in a file that the project does not use. */
export function findWords(path: string, text: string): Finding[];
