import type { Finding, Ledger } from "@ccdag/ccast";
import type { VFile } from "vfile";

/**
 * Read the files of a project again, by simple means that share no code with the parser, and find the records that the
 * parser missed.
 *
 * @param file the project.
 * @param ledger the records that the parser found.
 * @returns a finding for each record that the parser missed.
 */
export function census(file: VFile, ledger: Ledger): Finding[] {
  const seen = new Set([...ledger.records, ...ledger.malformed].map(({ path, line }) => `${path}:${line}`));
  const findings: Finding[] = [];
  for (const { path, value } of [file, ...(file.data.companions ?? [])]) {
    if (value === undefined || !path?.endsWith(".jsonl") || /(?:^|\/)tool-results\//.test(path)) continue;
    const text = typeof value === "string" ? value : new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
    for (const [index, line] of text.split("\n").entries()) {
      const location = `${path}:${index + 1}`;
      if (/^[\s\uFEFF]*$/.test(line) || seen.has(location)) continue;
      const uuid = /"uuid"\s*:\s*"([^"]*)"/.exec(line)?.[1];
      findings.push({ id: uuid ?? location, reason: `Lost: ${location} was not read` });
    }
  }
  return findings;
}
