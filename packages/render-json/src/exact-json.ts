/**
 * Write a value as JSON that readers in Python take: half of a surrogate pair, which JavaScript keeps, is no text for them. It
 * becomes U+FFFD.
 */
export function toExactJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes(String.raw`\ud`)) return json;
  // `JSON.stringify` escapes halves only. An even number of backslashes before the escape is a text of its own.
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g, "$1\uFFFD");
}

/** A time as ISO 8601; `undefined` for one that is not known, or that other languages cannot read. */
export function isoTime(timestamp: number | undefined): string | undefined {
  const isKnown = timestamp !== undefined && timestamp >= 0 && timestamp < Date.UTC(10_000, 0);
  return isKnown ? new Date(timestamp).toISOString() : undefined;
}

/** A recorded number of tokens as an integer that other languages take for one. */
export function integer(tokens: number): number {
  return Math.min(Math.round(tokens), Number.MAX_SAFE_INTEGER);
}

/** The input of a tool as an object, which formats require. */
export function toArguments(input: unknown): Record<string, unknown> {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject ? (input as Record<string, unknown>) : { input };
}

/** Only what is there; `undefined` if nothing is. */
export function whatIsThere<T extends object>(fields: T): T | undefined {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : (Object.fromEntries(known) as T);
}
