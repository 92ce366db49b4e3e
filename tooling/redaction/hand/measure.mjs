// Measures what redaction finds of the set that is written by hand.
import { leaks } from "../measure.mjs";
import { fill } from "./fill.mjs";

/**
 * @param {(texts: readonly string[]) => Promise<readonly string[]>} redact gets one text at a time, so that no finding helps another.
 * @param {ReadonlyArray<readonly [kind: string, template: string]>} cases
 * @returns {Promise<{ kind: string, text: string, output: string }[]>} those of which a secret stays, or a part of one.
 */
export async function missed(redact, cases) {
  const all = await run(redact, cases);
  return all.filter(({ text, secrets, output }) => secrets.some((secret) => leaks(output, { text, secret })));
}

/** As {@link missed}: those that are changed. */
export async function taken(redact, cases) {
  return (await run(redact, cases)).filter(({ text, output }) => text !== output);
}

async function run(redact, cases) {
  const all = [];
  for (const [kind, template] of cases) {
    const { text, secrets } = fill(template);
    const [output] = await redact([text]);
    all.push({ kind, text, secrets, output });
  }
  return all;
}
