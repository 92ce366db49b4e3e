/** The least share of each group, in percent. */
export const floors: Readonly<Record<string, number>>;

/** The README of `@ccdag/redact`. */
export const readme: string;

/** A text of the generated set. */
export interface Case {
  readonly group: string;
  readonly kind: string;
  readonly where: string;
  readonly text: string;
  readonly secret: string;
}

/** What redaction finds of the set. */
export interface Measured {
  /** How many were found, of how many, by group. */
  readonly groups: Readonly<Record<string, { readonly found: number; readonly total: number }>>;
  readonly missed: readonly Case[];
  /** Values that are redacted in one text, and stay in another. */
  readonly repeated: readonly object[];
  readonly falseFindings: readonly string[];
}

/**
 * Run redaction over the set.
 *
 * @param redact redacts texts, and returns as many.
 * @param options `every`: use only one case of so many.
 */
export function measure(
  redact: (texts: readonly string[]) => Promise<readonly string[]>,
  options?: { readonly every?: number },
): Promise<Measured>;
