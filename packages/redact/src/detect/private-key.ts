import type { Detector, RedactionFinding } from "../types.ts";

const begin = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
/** What tools put before a line: its number, the sign of a diff or comment, a quote, the prefix of `grep`. */
const before = /^(?:[\w./-]{1,200}[-:]\d{1,7}[-:]|[ \t]*\d{1,7}[→|:\t])?[\s"'`+\-|>,#/*]*/;
/** A line of a private key, or of its headers. */
const line = /^(?:[A-Za-z0-9+/=]+|[A-Z][A-Za-z-]{2,20}: .*)?[\s"'`,\\]*(?:\+\s*)?$/;

/**
 * Private keys in PEM or PGP armour: complete or cut off, with numbers or signs before their lines, or with escaped line
 * ends. With a body of fewer than 32 characters the text is only about a key.
 */
export const privateKey: Detector = {
  name: "private-key",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (!value.includes("PRIVATE KEY")) continue;
      for (const match of value.matchAll(begin)) {
        const to = endOf(value, match.index + match[0].length);
        if (to !== undefined) findings.push({ text, from: match.index, to });
      }
    }
    return findings;
  },
};

function endOf(text: string, from: number): number | undefined {
  const end = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
  let at = from;
  let body = 0;
  while (at < text.length) {
    const next = /\r?\n|(?<!\\)\\{1,20}[rn]/g;
    next.lastIndex = at;
    const found = next.exec(text);
    const stop = found?.index ?? text.length;
    const words = text.slice(at, stop);
    end.lastIndex = at;
    const closed = words.includes("-----END") ? end.exec(text) : null;
    const inside = closed ? text.slice(at, closed.index) : words;
    const bare = inside.replace(before, "");
    if (closed) return isBody(body + letters(bare)) ? closed.index + closed[0].length : undefined;
    if (!line.test(bare)) break;
    body += letters(bare);
    at = found ? next.lastIndex : text.length;
  }
  return isBody(body) ? at : undefined;
}

function letters(words: string): number {
  return words.replace(/[^A-Za-z0-9+/=]/g, "").length;
}

function isBody(count: number): boolean {
  return count >= 32;
}
