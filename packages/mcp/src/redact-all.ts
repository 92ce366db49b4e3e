import type { Redaction } from "@ccdag/library";

/** Redact texts that do not belong to a tree, in one call, so that each secret gets one name; unchanged without redaction. */
export async function redactAll(
  texts: readonly string[],
  redaction: Redaction | undefined,
): Promise<readonly string[]> {
  return redaction === undefined ? texts : redaction.redactTexts(texts, redaction.options);
}
