// Runs redaction over the generated set, and measures what is found.
import { readFileSync } from "node:fs";
import { negatives } from "./negatives.mjs";
import { cases, repeats } from "./set.mjs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** @type {Readonly<Record<string, number>>} The least share of each group, in percent. */
export const floors = JSON.parse(read("floors.json"));

/** The README of `@ccdag/redact`. */
export const readme = read("../../packages/redact/README.md");

/** How many characters of a secret in a row must not stay. */
const leakChars = 12;

/**
 * @param {(texts: readonly string[]) => Promise<readonly string[]>} redact
 * @param {{ every?: number }} [options]
 * @returns the share that was found in each group, the values that leaked after they were found once, and false findings.
 */
export async function measure(redact, options = {}) {
  const all = cases(options);
  const output = await redact(all.map(({ text }) => text));
  /** @type {Record<string, { found: number, total: number }>} */
  const groups = {};
  const missed = [];
  for (const [index, one] of all.entries()) {
    const group = (groups[one.group] ??= { found: 0, total: 0 });
    group.total++;
    if (leaks(output[index], one)) missed.push(one);
    else group.found++;
  }
  return { groups, missed, repeated: await repeatedLeaks(redact), falseFindings: await falseFindings(redact) };
}

/** Whether a part of a secret stays, in the notation of the text. */
export function leaks(output, { text, secret }) {
  if (output === text) return true;
  const least = Math.min(leakChars, secret.length);
  for (let at = 0; at + least <= secret.length; at += 4) if (output.includes(secret.slice(at, at + least))) return true;
  return output.includes(secret.slice(-least));
}

/** Values that are redacted in one text, and stay in another. */
async function repeatedLeaks(redact) {
  const pairs = repeats();
  const output = await redact(pairs.flatMap(({ shown, bare }) => [shown, bare]));
  return pairs.filter(
    ({ bare }, at) =>
      !leaks(output[2 * at], { text: pairs[at].shown, secret: pairs[at].secret }) &&
      leaks(output[2 * at + 1], { text: bare, secret: pairs[at].secret }),
  );
}

async function falseFindings(redact) {
  const output = await redact(negatives);
  return negatives.filter((text, at) => output[at] !== text);
}
