import { visibleJson } from "@ccdag/pipeline/tables";

/** What `JSON.stringify` takes as its second argument. */
type Replacer = (key: string, value: unknown) => unknown;

/**
 * Write JSON for a file or a terminal: control characters in texts become escapes, which mean the same.
 *
 * @param value what is written.
 * @param indent the number of spaces for each level.
 * @param replacer as for `JSON.stringify` (default: none).
 * @returns the JSON, with a line feed at its end.
 */
export function toJson(value: unknown, indent: number, replacer?: Replacer): string {
  return `${visibleJson(JSON.stringify(value, replacer, indent))}\n`;
}
