import type { Words } from "./words.ts";

/** The labels of what the script adds to the content, for `data-` attributes of the root. */
export function contentWords(words: Words): Record<string, string> {
  const { searchOutput, previousMatch, nextMatch, turnImages, previousImage, nextImage, inPlace } = words;
  return { searchOutput, previousMatch, nextMatch, turnImages, previousImage, nextImage, inPlace };
}
