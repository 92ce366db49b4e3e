import { isSystemError, reasonOf, sentenceOf } from "@ccdag/files/errors";
import { whyOf as whyOfFault } from "@ccdag/pipeline";

/**
 * Why something failed, on one line: an error of the system in words, any other with its name.
 *
 * @param error what was thrown.
 * @param path the file that the message names already (default: none).
 */
export function whyOf(error: unknown, path?: string): string {
  if (!isSystemError(error)) return whyOfFault(error);
  // Node does not say which folder was read as a file.
  return path !== undefined && (error.path ?? path) === path ? reasonOf(error) : sentenceOf(error);
}
