import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintCoreResultMessage } from "@secretlint/types";
import { isStandIn } from "./detect/random.ts";
import { lastAt } from "./last-at.ts";
import type { Detector, RedactionFinding } from "./types.ts";

/** All recommended rules but one: comments in untrusted text must not switch rules off. */
const config = {
  rules: rules
    .filter(({ meta }) => !meta.id.endsWith("filter-comments"))
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/** How many characters are linted together, because each call has a high fixed cost. */
const batchChars = 500_000;
const separator = "\n\n\u0000\n\n";

/** The recommended rules of secretlint, for Node. */
export const secretlint: Detector = {
  name: "secretlint",
  wraps: true,
  spreads: true,
  async find(texts) {
    const findings: RedactionFinding[] = [];
    let batch: number[] = [];
    let size = 0;
    for (const [index, text] of texts.entries()) {
      if (text.length < 8) continue;
      batch.push(index);
      size += text.length;
      if (size < batchChars) continue;
      for (const one of await lintAll(texts, batch)) findings.push(one);
      batch = [];
      size = 0;
    }
    for (const one of await lintAll(texts, batch)) findings.push(one);
    return findings;
  },
};

async function lintAll(texts: readonly string[], batch: readonly number[]): Promise<RedactionFinding[]> {
  if (batch.length === 0) return [];
  const findings: RedactionFinding[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const index of batch) {
    starts.push(at);
    at += texts[index]!.length + separator.length;
  }
  const alone = new Set<number>();
  for (const { from, to, rule } of await lint(batch.map((index) => texts[index]!).join(separator))) {
    const first = lastAt(starts, from);
    const end = lastAt(starts, to - 1);
    const text = batch[first]!;
    if (first === end && to - starts[first]! <= texts[text]!.length)
      findings.push({ text, from: from - starts[first]!, to: to - starts[first]!, rule });
    // A finding that spans several texts is false, but it may hide a finding in each of them.
    else for (let each = first; each <= end; each++) alone.add(batch[each]!);
  }
  for (const text of alone)
    for (const { from, to, rule } of await lint(texts[text]!)) findings.push({ text, from, to, rule });
  return findings;
}

async function lint(content: string): Promise<Array<Omit<RedactionFinding, "text">>> {
  const source = { filePath: "text.txt", content, contentType: "text" } as const;
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages
    .map((message) => toFinding(message, content))
    .filter(({ from, to }) => !isStandIn(content.slice(from, to)));
}

/**
 * Convert a message. Some rules report a wrong range (the AWS rule applies the length of the key to the name before it), so
 * the reported secret is located in the text. Of a URL only the credentials are a secret.
 */
function toFinding(
  { ruleId, range, data }: SecretLintCoreResultMessage,
  content: string,
): Omit<RedactionFinding, "text"> {
  const rule = ruleId.replace(/^.*secretlint-rule-/, "");
  const [from, to] = range;
  const reported = content.slice(from, to);
  const credentials = /:\/\/([^@/\s]+)@/.exec(reported);
  if (credentials) {
    const start = from + credentials.index + 3;
    return { rule, from: start, to: start + credentials[1]!.length };
  }
  const secret = Object.values(data ?? {}).find(
    (value): value is string => typeof value === "string" && value.length >= 8 && !reported.includes(value),
  );
  const at = secret === undefined ? -1 : content.indexOf(secret, from);
  return at === -1 ? { rule, from, to } : { rule, from: at, to: at + secret!.length };
}
