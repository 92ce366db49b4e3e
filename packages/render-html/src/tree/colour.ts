import type { ElementContent } from "hast";
import { syntaxes } from "./colour-table.ts";
import { element } from "./element.ts";
import { escapeText } from "./write-html.ts";

/** The class of a kind is its first letter: a page may have a hundred thousand of them. */
function shortOf(kind: string): string {
  return kind.charAt(0);
}

interface Prepared {
  /** Finds the next token. Each kind has a group of its own. */
  readonly pattern: RegExp;
  /** The class of each kind; `word` for words, which are looked at. */
  readonly kinds: readonly string[];
  readonly keywords: ReadonlySet<string>;
  readonly isCaseless: boolean;
}

/** The syntaxes by the names of their languages. */
const byName = new Map<string, Prepared>();
for (const { names, tokens, keywords = "", isCaseless = false } of syntaxes) {
  const prepared = {
    pattern: new RegExp(tokens.map(([, pattern]) => `(${pattern})`).join("|"), "g"),
    kinds: tokens.map(([kind]) => (kind === "word" ? kind : shortOf(kind))),
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
  const nodes: ElementContent[] = [];
  const isKnown = eachToken(code, language, (text, kind) => {
    const node = { type: "text", value: text } as const;
    if (kind === undefined) nodes.push(node);
    else nodes.push({ type: "element", tagName: "i", properties: { className: [kind] }, children: [node] });
  });
  return isKnown ? nodes : undefined;
}

/** No colours: the script of the page adds them when code comes into view. */
export function colourLater(): undefined {
  return undefined;
}

/** The same, written at once. */
export function colourWritten(code: string, language: string): ElementContent[] | undefined {
  let html = "";
  const isKnown = eachToken(code, language, (text, kind) => {
    html += kind === undefined ? escapeText(text) : `<i class="${kind}">${escapeText(text)}</i>`;
  });
  const tree = () => element("span", {}, colourFast(code, language) ?? []);
  return isKnown ? [{ type: "written", value: html, ids: [], links: [], tree }] : undefined;
}

/**
 * Call a function for each piece of code, in order.
 *
 * @param code the code of one block.
 * @param language the language of a fence, or the extension of a file, in any case.
 * @param add gets the piece, and the class of its element; `undefined` where it has no colour.
 * @returns `false` for an unknown language.
 */
export function eachToken(
  code: string,
  language: string,
  add: (text: string, kind: string | undefined) => void,
): boolean {
  const syntax = byName.get(language.toLowerCase());
  if (syntax === undefined) return false;
  const { pattern } = syntax;
  let last = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(code); found; found = pattern.exec(code)) {
    const kind = kindOf(found, syntax);
    if (kind === undefined) continue;
    const { 0: token, index } = found;
    if (index > last) add(code.slice(last, index), undefined);
    add(token, kind);
    last = index + token.length;
  }
  if (last < code.length) add(code.slice(last), undefined);
  return true;
}

function kindOf(found: RegExpExecArray, { kinds, keywords, isCaseless }: Prepared): string | undefined {
  let group = 1;
  while (found[group] === undefined) group++;
  const kind = kinds[group - 1];
  if (kind !== "word") return kind;
  const [word] = found;
  if (literals.has(word)) return "k";
  return keywords.has(isCaseless ? word.toLowerCase() : word) ? "k" : undefined;
}
