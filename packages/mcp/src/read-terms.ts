import { RequestError } from "@ccdag/pipeline/tables";

/** More would be searched one by one if they do not occur together. */
const maxTerms = 12;

/**
 * Divide a query as a shell divides the words after `ccdag search`: words, phrases in double quotes, patterns between slashes.
 *
 * @param query as sent by the client.
 * @throws RequestError if there are too many words.
 */
export function readTerms(query: string): string[] {
  const terms = Array.from(
    query.matchAll(/"([^"]*)"|(\/[^/\s](?:[^/\\]|\\.)*\/)(?=\s|$)|(\S+)/g),
    ([, phrase, pattern, word]) => phrase ?? pattern ?? word ?? "",
  ).filter((term) => term.trim() !== "");
  if (terms.length > maxTerms)
    throw new RequestError(`Unexpected ${terms.length} words in \`query\`, expected ${maxTerms} at most`);
  return terms;
}
