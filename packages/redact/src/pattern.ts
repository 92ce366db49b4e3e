import type { Detector, RedactionFinding } from "./types.ts";

/** Options of {@link pattern}. */
export interface PatternOptions {
  /** Whether a match is one (default: every match is). */
  readonly accept?: ((secret: string) => boolean) | undefined;
  /** As for a detector. */
  readonly wraps?: boolean | undefined;
  /** What a text must hold for it to be worth while to look (default: nothing). */
  readonly hint?: string | undefined;
  /** What stands in the name instead of the name of the detector. */
  readonly kind?: string | undefined;
}

/** A detector that needs no time. */
export interface PatternDetector extends Detector {
  readonly find: (texts: readonly string[]) => RedactionFinding[];
}

/**
 * A detector that is a regular expression.
 *
 * @param name its name.
 * @param expression with the flag `g`. The whole match is the secret, or its first group, which then has to stand at
 *   the end of the match.
 * @throws TypeError where the flag is missing.
 */
export function pattern(
  name: string,
  expression: RegExp,
  { accept, wraps, hint = "", kind }: PatternOptions = {},
): PatternDetector {
  if (!expression.global) throw new TypeError(`Expected the flag \`g\` on the pattern of \`${name}\``);
  return {
    name,
    wraps,
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
