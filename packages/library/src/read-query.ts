import { escapeRegExp } from "@ccdag/core";
import { RequestError } from "@ccdag/pipeline/tables";
import { requiredText } from "./required-text.ts";

/** What is searched for. */
export interface Query {
  /** Where a text matches first; absent if not all terms occur in it. */
  readonly find: (text: string) => { readonly index: number; readonly length: number } | undefined;
  /**
   * Texts of plain characters, in small letters, that each matching line holds, whatever its escapes: ASCII letters, digits and
   * a few signs. The longest is the first.
   */
  readonly needles: readonly string[];
}

/** Finds the first match of a pattern in a text; `null` without one. */
export interface SearchPattern {
  exec(text: string): { readonly index: number; readonly 0: string } | null;
}

/**
 * Read what is searched for. Each term is a literal text, whose white space matches any white space, or a pattern between two
 * slashes. Case is ignored. A text matches if it contains all terms.
 *
 * @param terms as typed.
 * @param compile makes a pattern of its source, without regard to case; throws for one that it does not take (default: `RegExp`).
 * @throws RequestError if there is none, or a pattern is invalid.
 */
export function readQuery(terms: readonly string[], compile: (source: string) => SearchPattern = ignoringCase): Query {
  const given = terms.map((term) => term.trim()).filter((term) => term !== "");
  if (given.length === 0) throw new RequestError("Expected words to search for");
  const patterns = given.map((term) => readTerm(term, compile));
  const needles = patterns.flatMap((one) => one.needles);
  return {
    needles: [...new Set(needles)].sort((a, b) => b.length - a.length),
    find(text) {
      let first: { index: number; length: number } | undefined;
      for (const { pattern } of patterns) {
        const found = pattern.exec(text);
        if (found === null) return undefined;
        first ??= { index: found.index, length: found[0].length };
      }
      return first;
    },
  };
}

interface Term {
  readonly pattern: SearchPattern;
  readonly needles: readonly string[];
}

function readTerm(term: string, compile: (source: string) => SearchPattern): Term {
  const [, source] = /^\/(.+)\/$/s.exec(term) ?? [];
  if (source !== undefined) return { pattern: compiled(source, compile), needles: [requiredText(source) ?? []].flat() };
  const words = term.split(/\s+/);
  return { pattern: ignoringCase(words.map(escapeRegExp).join("\\s+")), needles: words.flatMap(plainRuns) };
}

function compiled(source: string, compile: (source: string) => SearchPattern): SearchPattern {
  try {
    return compile(source);
  } catch (error) {
    throw new RequestError(`Unexpected pattern \`/${source}/\`: ${(error as Error).message}`);
  }
}

/** A pattern of the user for texts of the user: it runs as long as they let it. */
function ignoringCase(source: string): RegExp {
  return new RegExp(source, "i");
}

/** The parts of a word whose characters no writer of JSON has to escape, and whose case is that of ASCII. */
function plainRuns(word: string): string[] {
  return (word.match(/[a-z\d_.,:;!?()[\]{}@#$%^*+=~|-]+/gi) ?? []).map((run) => run.toLowerCase());
}
