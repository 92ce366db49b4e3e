import { pattern } from "../pattern.ts";
import type { Detector, RedactionFinding } from "../types.ts";

/** Lists of codes or keys, and what one of them is. */
const lists: ReadonlyArray<readonly [list: RegExp, item: RegExp]> = [
  // `accounts: ["0x…"]`, the keys of wallets in settings of networks
  [/\baccounts["']?\s{0,8}[:=]\s{0,8}\[([^\][]{64,4000})\]/g, /(?<![\da-f])(?:0x)?[\da-f]{64}(?![\da-f])/gi],
  // Codes that stand for a second factor once, one or two in a line
  [
    /\b(?:recovery|backup|scratch|emergency)[ _-]{0,1}codes?\b[^\n]{0,60}\n((?:[^\S\n]{0,8}(?:[-*] |\d{1,2}[.):] )?[\da-z]{4,8}(?:[ -][\da-z]{4,8}){0,4}[^\S\n]{0,8}(?:\n|$)){2,24})/gi,
    /(?<![\da-z-])(?=[a-z-]{0,12}\d)[\da-z]{4,8}(?:-[\da-z]{4,8}){0,4}(?![\da-z-])/gi,
  ],
];

const codes: Detector = {
  name: "code-list",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const [list, item] of lists)
        for (const { 0: whole, 1: inner = "", index } of value.matchAll(list)) {
          const start = index + whole.lastIndexOf(inner);
          for (const { 0: code, index: at } of inner.matchAll(item))
            findings.push({ text, from: start + at, to: start + at + code.length, kind: "key" });
        }
    return findings;
  },
};

/** What a phrase that stands for a key is called, and the words after it. */
const label = /(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))[\w ()*]{0,30}[:=\s"'`*]{1,8}/gi;
const phrase =
  /^(?:[a-z]{3,8}[ ,]{1,2}){11,24}(?![a-z])|^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?=["'`.]{0,2}(?:\s|[,;)]|$))/;
const counts = new Set([12, 15, 18, 21, 24]);

const phrases: Detector = {
  name: "seed-phrase",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const { 0: found, index } of value.matchAll(label)) {
        const from = index + found.length;
        const words = phrase.exec(value.slice(from, from + 260))?.[0].trimEnd() ?? "";
        if (counts.has(words.split(/[ ,]+/).length))
          findings.push({ text, from, to: from + words.length, kind: "key" });
      }
    return findings;
  },
};

/** Keys of wallets, phrases that stand for one, and lists of codes for a second factor. */
export const wallets: readonly Detector[] = [
  codes,
  phrases,
  // The list of keys that a local chain prints
  pattern("wallet-key", /\(\d{1,3}\)[ \t]{1,4}(0x[\da-fA-F]{64})(?![\da-fA-F])/g, { hint: "0x", kind: "key" }),
];
