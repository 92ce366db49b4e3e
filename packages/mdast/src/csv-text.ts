/**
 * Where a spreadsheet could begin a formula: at the beginning of a text, and, because the separator depends on the locale, behind
 * each sign that one of them divides cells or rows at.
 */
const beginning = /(^|[;\t|\r\n])(["' ]{0,20})([=@+\-\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** A plus or a minus begins no formula before signs that names and numbers have: the folders of projects begin with a minus. */
const harmless = /^[\w.:\\/ -]*$/;

/** What divides cells or rows in some locale. */
const separator = /[;\t|\r\n]/g;

/**
 * Make a text that no spreadsheet runs: a formula in it gets an apostrophe before it. Any other text is what it was.
 *
 * @param text the text of a cell, untrusted.
 */
export function toCsvText(text: string): string {
  return text.replace(beginning, (found, before: string, quotes: string, sign: string, at: number) => {
    const isSigned = /[+\-\uFF0B\uFF0D]/.test(sign);
    return isSigned && harmless.test(cellAt(text, at + found.length)) ? found : `${before}${quotes}'${sign}`;
  });
}

/** The text from a place to the next separator. */
function cellAt(text: string, from: number): string {
  separator.lastIndex = from;
  return text.slice(from, separator.exec(text)?.index);
}

/** What is quoted, besides what RFC 4180 demands: an empty text, and what divides cells elsewhere. */
export const quotedInCsv: RegExp = /^$|[;\t|]/;
