import type { Finding, Ledger } from "@ccdag/ccast";
import type { VFile } from "vfile";

/**
 * Read the files of a project once more, by the plainest means and with no code of the reader, and find what it has not seen.
 *
 * @param file the project.
 * @param ledger what the reader found.
 * @returns a finding for each record that the reader lost.
 */
export function census(file: VFile, ledger: Ledger): Finding[] {
  const seen = new Set([...ledger.records, ...ledger.malformed].map(({ path, line }) => `${path}:${line}`));
  const findings: Finding[] = [];
  for (const { path, value } of [file, ...(file.data.companions ?? [])]) {
    if (value === undefined || !path?.endsWith(".jsonl") || /(?:^|\/)tool-results\//.test(path)) continue;
    const text = typeof value === "string" ? value : new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
    for (const [index, line] of text.split("\n").entries()) {
      const place = `${path}:${index + 1}`;
      if (/^[\s\uFEFF]*$/.test(line) || seen.has(place)) continue;
      const uuid = /"uuid"\s*:\s*"([^"]*)"/.exec(line)?.[1];
      findings.push({ id: uuid ?? place, reason: `Lost: ${place} was not read` });
    }
  }
  return findings;
}
