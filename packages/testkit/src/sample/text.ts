import { wording } from "../wording.ts";

/** The time of the first message of a sample, in milliseconds since 1970. */
export const startTime: number = Date.UTC(2026, 2, 14, 13, 4, 59);

/** Makes the texts of one sample. */
export interface SampleText {
  /** A unique word, such as `prompt0007`. */
  readonly word: (kind: string) => string;
  /** Two paragraphs with a unique word at the beginning and the end: the first may become a title, the last never does. */
  readonly passage: (kind: string) => string;
}

/** Create the texts of one sample: the same calls always make the same texts. */
export function createText(): SampleText {
  const word = wording();
  const filler = "A title shows the first words of a text, but never the last ones. ".repeat(4);
  const passage = (kind: string) =>
    `The ${word(kind)} comes first.\n\n${filler}\n\nA *second* paragraph with \`code\` ends with ${word(`${kind}end`)}.`;
  return { word, passage };
}
