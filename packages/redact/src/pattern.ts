import type { Detector, RedactionFinding } from "./types.ts";

/** Options of {@link pattern}. */
export interface PatternOptions {
  /** Whether a match is a secret (default: every match is). */
  readonly accept?: ((secret: string) => boolean) | undefined;
  /** Whether a line break may divide a match, as for a detector (default: `false`). */
  readonly wraps?: boolean | undefined;
  /** Whether what it finds is a secret wherever it occurs, as for a detector (default: `false`). */
  readonly spreads?: boolean | undefined;
  /** A substring of every match: texts without it are skipped (default: none). */
  readonly hint?: string | undefined;
  /** The word in the names of its secrets, as in `REDACTED-<kind>-1` (default: the name of the detector). */
  readonly kind?: string | undefined;
}

/** A synchronous detector. */
export interface PatternDetector extends Detector {
  readonly find: (texts: readonly string[]) => RedactionFinding[];
}

/**
 * Create a detector from a regular expression.
 *
 * @param name the name of the detector.
 * @param expression an expression with the flag `g`. The secret is the whole match, or its first group, which must then be at
 *   the end of the match.
 * @param options conditions and names of matches.
 * @throws TypeError where the flag `g` is missing.
 */
export function pattern(
  name: string,
  expression: RegExp,
  { accept, wraps, spreads, hint = "", kind }: PatternOptions = {},
): PatternDetector {
  if (!expression.global) throw new TypeError(`Expected the flag \`g\` on the pattern of \`${name}\``);
  return {
    name,
    wraps,
    spreads,
    find(texts) {
      const findings: RedactionFinding[] = [];
      for (const [text, value] of texts.entries()) {
        if (!value.includes(hint)) continue;
        for (const match of value.matchAll(expression)) {
          const to = match.index + match[0].length;
          const secret = match[1] ?? match[0];
          if (secret !== "" && (accept === undefined || accept(secret)))
            findings.push({ text, from: to - secret.length, to, kind });
        }
      }
      return findings;
    },
  };
}
