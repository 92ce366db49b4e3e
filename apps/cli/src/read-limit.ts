import { RequestError } from "@ccdag/pipeline/tables";

/**
 * Read the value of `--limit`.
 *
 * @param text as typed.
 * @param what is limited, such as `rows`.
 * @returns absent if nothing was typed.
 * @throws RequestError if it is no number above 0.
 */
export function readLimit(text: string | undefined, what: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new RequestError(`Unexpected --limit \`${text}\`, expected a number of ${what}`);
}
