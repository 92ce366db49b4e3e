import { pattern } from "../pattern.ts";
import type { Detector, RedactionFinding } from "../types.ts";

/** `accounts: ["0x…"]`, the keys of wallets in settings of networks. */
const accounts = /\baccounts["']?\s{0,8}[:=]\s{0,8}\[([^\][]{64,4000})\]/g;
const account = /(?<![\da-f])(?:0x)?[\da-f]{64}(?![\da-f])/gi;

/** What codes that stand for a second factor once are called. The codes begin on the next line. */
const codesLabel = /(?:recovery|backup|scratch|emergency)[ _-]?codes?\b[^\n]{0,60}\n/gi;
/** A line of codes, after what a list, a diff or a tool puts before them. */
const codeLine =
  /^[\s+*>-]{0,12}(?:\d{1,7}[→.):\t] {0,4})?(?=[a-z]{0,8}-?[a-z]{0,8}\d)[\da-z]{4,8}(?:-[\da-z]{4,8}|(?<=[\da-z]{8}))/i;
const code = /(?<![\w-])(?=[a-z-]{0,16}\d)(?:[\da-z]{4,8}(?:-[\da-z]{4,8}){1,4}|[\da-z]{8})(?![\w-])/gi;
const maxCodes = 24;

function* codesBelow(text: string, start: number): Generator<readonly [from: number, to: number]> {
  for (let at = start, lines = 0; at < text.length && lines < maxCodes; lines++) {
    const next = text.slice(at, at + 200).indexOf("\n");
    const line = next === -1 ? text.slice(at, at + 200) : text.slice(at, at + next);
    if (!codeLine.test(line)) return;
    for (const { 0: one, index } of line.matchAll(code)) yield [at + index, at + index + one.length];
    if (next === -1) return;
    at += next + 1;
  }
}

const codes: Detector = {
  name: "code-list",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (value.includes("accounts"))
        for (const { 0: whole, 1: inner = "", index } of value.matchAll(accounts)) {
          const start = index + whole.lastIndexOf(inner);
          for (const { 0: one, index: at } of inner.matchAll(account))
            findings.push({ text, from: start + at, to: start + at + one.length, kind: "key" });
        }
      if (/codes?/i.test(value))
        for (const { 0: label, index } of value.matchAll(codesLabel))
          for (const [from, to] of codesBelow(value, index + label.length))
            findings.push({ text, from, to, kind: "code" });
    }
    return findings;
  },
};

/** What a phrase that stands for a key is called, and the words after it. */
const label = /(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))[\w ()*]{0,30}[:=\s"'`*]{1,8}/gi;
const phrase = /^[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}(?![a-z])){11,23}/;
const counts = [24, 21, 18, 15, 12];

const phrases: Detector = {
  name: "seed-phrase",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (!/nemonic|NEMONIC|phrase|PHRASE|words/.test(value)) continue;
      for (const { 0: found, index } of value.matchAll(label)) {
        const from = index + found.length;
        const words = phrase.exec(value.slice(from, from + 260))?.[0].match(/[a-z]+[ ,]*/g) ?? [];
        const count = counts.find((one) => one <= words.length);
        const length = words
          .slice(0, count ?? 0)
          .join("")
          .trimEnd().length;
        if (length > 0) findings.push({ text, from, to: from + length, kind: "key" });
      }
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
