import { TextIndex } from "./text-index.ts";

/** The rule that found a secret, and the word in its name. */
export interface SecretSource {
  readonly rule: string;
  readonly kind: string;
}

/** An index of the secrets that were found somewhere, to find them everywhere. */
export type KnownSecrets = TextIndex<SecretSource>;

const leastChars = 6;

/** Create an empty index. */
export function createKnownSecrets(): KnownSecrets {
  return new TextIndex({ gramChars: leastChars, accepts: isDelimited });
}

/**
 * Add a secret to an index. A value that may be an ordinary word is not added; of a private key, each line is.
 *
 * @param known the index.
 * @param value the secret, without escapes.
 * @param source what found it.
 */
export function addSecret(known: KnownSecrets, value: string, source: SecretSource): void {
  const lines = value.includes("\n") ? (value.match(/[A-Za-z0-9+/=]{32,}/g) ?? []) : [value];
  for (const line of lines) if (isUnmistakable(line)) known.add(line, source);
}

/** A short value is a secret only as a whole word; a long one also inside another. */
function isDelimited(text: string, from: number, value: string): boolean {
  if (value.length >= 16) return true;
  const joinsBefore = isLetter(text[from - 1]) && isLetter(value[0]);
  return !joinsBefore && !(isLetter(text[from + value.length]) && isLetter(value.at(-1)));
}

/** Whether a value is no word that a text may contain anyway. */
function isUnmistakable(value: string): boolean {
  if (value.length < leastChars) return false;
  if (/^[\d.,:-]+$/.test(value)) return value.length >= 8;
  return /[\d\p{P}\p{S}]/u.test(value.slice(1)) || /[a-z][A-Z]/.test(value) || value.length >= 12;
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\d]/u.test(sign);
}
