import type { Detector, RedactionFinding } from "../types.ts";
import { readName } from "./name.ts";
import { isSecret } from "./value.ts";

const insert =
  /\binsert\s{1,8}(?:ignore\s{1,8})?into\s{1,8}[\w."`[\]]{1,100}\s{0,8}\(([^()]{1,2000})\)\s{0,8}values\s{0,8}/gi;
/** A value of a row, and the sign after it. */
const value = /\s*(?:'((?:[^'\n\\]|\\.|''){0,2000})'|(?:[^'(),;]|\([^()]{0,200}\)){0,400})\s*([,)])/y;
const formal = { isQuoted: true, isFormal: true, isLiteral: true } as const;
const maxRows = 200;

/** Values that an `INSERT` of SQL puts into columns of secrets. */
export const sqlInsert: Detector = {
  name: "sql-insert",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, whole] of texts.entries())
      for (const { 0: head, 1: columns = "", index } of whole.matchAll(insert)) {
        const names = columns.split(",").map((column) => readName(column.replace(/[^\w.-]/g, "")));
        if (names.every((name) => name === undefined)) continue;
        for (const { from, to, column } of valuesOf(whole, index + head.length)) {
          const name = names[column];
          if (name && isSecret(whole.slice(from, to), name, formal)) findings.push({ text, from, to, kind: name.kind });
        }
      }
    return findings;
  },
};

/** The quoted values of all rows. */
function* valuesOf(text: string, start: number): Generator<{ from: number; to: number; column: number }> {
  let at = start;
  for (let row = 0; row < maxRows && text[at] === "("; row++) {
    at++;
    for (let column = 0; ; column++) {
      value.lastIndex = at;
      const found = value.exec(text);
      if (!found) return;
      if (found[1]) {
        const from = at + found[0].indexOf("'") + 1;
        yield { from, to: from + found[1].length, column };
      }
      at = value.lastIndex;
      if (found[2] === ")") break;
    }
    at += /^\s{0,8},?\s{0,40}/.exec(text.slice(at, at + 60))![0].length;
  }
}
