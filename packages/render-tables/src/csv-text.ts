/**
 * Where a spreadsheet could begin a formula: at the beginning of a text, and, because the separator depends on the locale, behind
 * each sign that one of them divides cells or rows at. A plus or minus begins one only before signs that a name or a number lacks:
 * the folders of projects begin with a minus.
 */
const formula = /(^|[;\t|\r\n])(["'\s]{0,20})(?=[=@\uFF1D\uFF20]|[-+\uFF0B\uFF0D](?![\w.:\\/ -]*(?:$|[;\t|\r\n])))/g;

/**
 * Make a text that no spreadsheet runs: a formula in it gets an apostrophe before it. Any other text is what it was.
 *
 * @param text the text of a cell, untrusted.
 */
export function toCsvText(text: string): string {
  return /[=@+\-\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? text.replace(formula, "$1$2'") : text;
}

/** What is quoted, besides what RFC 4180 demands: an empty text, and what divides cells elsewhere. */
export const quotedInCsv: RegExp = /^$|[;\t|]/;
