import type { ElementContent } from "hast";
import { syntaxes } from "./colour-table.ts";

interface Prepared {
  /** Finds the next token. Each kind has a group of its own. */
  readonly pattern: RegExp;
  readonly kinds: readonly string[];
  readonly keywords: ReadonlySet<string>;
  readonly isCaseless: boolean;
}

/** The syntaxes by the names of their languages. */
const byName = new Map<string, Prepared>();
for (const { names, tokens, keywords = "", isCaseless = false } of syntaxes) {
  const prepared = {
    pattern: new RegExp(tokens.map(([, pattern]) => `(${pattern})`).join("|"), "g"),
    kinds: tokens.map(([kind]) => kind),
    keywords: new Set(keywords.split(/\s+/)),
    isCaseless,
  };
  for (const name of names.split(/\s+/)) byName.set(name, prepared);
}

const literals = new Set("true false null nil None True False undefined NaN NULL nullptr".split(" "));

/**
 * The default highlighter: comments, strings, numbers and keywords of common languages, in one pass. It takes linear time
 * for any text. `@ccdag/render-html/highlight` colours more, and takes about twenty times as long.
 *
 * @param code the code of one block.
 * @param language the language of a fence, or the extension of a file, in any case.
 * @returns the children of the `code` element; `undefined` for an unknown language.
 */
export function colourFast(code: string, language: string): ElementContent[] | undefined {
  const syntax = byName.get(language.toLowerCase());
  if (syntax === undefined) return undefined;
  const { pattern } = syntax;
  const nodes: ElementContent[] = [];
  let last = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(code); found; found = pattern.exec(code)) {
    const kind = kindOf(found, syntax);
    if (kind === undefined) continue;
    const { 0: token, index } = found;
    if (index > last) nodes.push({ type: "text", value: code.slice(last, index) });
    nodes.push({
      type: "element",
      tagName: "span",
      properties: { className: [`hljs-${kind}`] },
      children: [{ type: "text", value: token }],
    });
    last = index + token.length;
  }
  if (last < code.length) nodes.push({ type: "text", value: code.slice(last) });
  return nodes;
}

function kindOf(found: RegExpExecArray, { kinds, keywords, isCaseless }: Prepared): string | undefined {
  let group = 1;
  while (found[group] === undefined) group++;
  const kind = kinds[group - 1];
  if (kind !== "word") return kind;
  const [word] = found;
  if (literals.has(word)) return "literal";
  return keywords.has(isCaseless ? word.toLowerCase() : word) ? "keyword" : undefined;
}
