/** A part of a form: fixed text, or characters with a smallest and a largest count. */
export type Part = { readonly text: string } | { readonly chars: string; readonly min: number; readonly max: number };

/** Expand a regular expression without look-arounds into forms, one for each alternative. */
export function expand(source: string): Part[][];

/** All characters of a set such as `a-f0-9_`. */
export function charactersOf(chars: string): string[];

/** A form in the notation of regular expressions. */
export function notation(form: readonly Part[]): string;

/** A random key of a form. */
export function sample(form: readonly Part[], random: (below: number) => number): string;

/** A generator of pseudo-random whole numbers below a bound. */
export function seeded(seed: number): (below: number) => number;
