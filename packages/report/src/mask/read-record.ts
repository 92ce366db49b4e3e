import { type JsonObject, parseRecords } from "@ccdag/core";

/**
 * Read a JSON object as a line of a transcript is read: it is then nested no deeper than functions can follow.
 *
 * @param text one line, or JSON over several lines.
 * @returns the object; `undefined` if it is none, `""` if the text is blank.
 */
export function readRecord(text: string): JsonObject | "" | undefined {
  // White space is the only place for a line feed in JSON.
  for (const one of parseRecords({ path: "", value: text.replaceAll("\n", " ") }))
    return "raw" in one ? one.raw : undefined;
  return "";
}
