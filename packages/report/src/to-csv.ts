import { quotedInCsv, toCsvText } from "@ccdag/mdast/csv-text";

/**
 * Write rows as CSV (RFC 4180), with a heading. A text that a spreadsheet would run as a formula is made a plain text: titles
 * are untrusted.
 *
 * @param rows objects with the same keys in each.
 * @param columns the keys, in their order.
 */
export async function toCsv(rows: readonly object[], columns: readonly string[]): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const cast = { string: toCsvText };
  return stringify(rows as object[], { header: true, columns: [...columns], quoted_match: quotedInCsv, cast });
}
