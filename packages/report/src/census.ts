import type { Finding, Ledger } from "@ccdag/ccast";
import type { VFile } from "vfile";

/** Files that hold no records of a transcript: outputs of tools, and what a workflow notes about its agents. */
const sidecar = /(?:^|\/)(?:tool-results\/|journal\.jsonl$)/;

/**
 * Read the files of a project again, by simple means that share no code with the parser, and find the records that the
 * parser missed.
 *
 * @param file the project.
 * @param ledger the records that the parser found.
 * @returns a finding for each record that the parser missed.
 */
export function census(file: VFile, ledger: Ledger): Finding[] {
  const seen = new Map<string, Set<number>>();
  for (const lines of [ledger.records, ledger.malformed])
    for (const { path, line } of lines) seen.set(path, (seen.get(path) ?? new Set<number>()).add(line));
  const findings: Finding[] = [];
  for (const { path, value } of [file, ...(file.data.companions ?? [])]) {
    if (value === undefined || !path?.endsWith(".jsonl") || sidecar.test(path)) continue;
    const read = seen.get(path);
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let number = 0;
    for (const bytes of splitLines(typeof value === "string" ? new TextEncoder().encode(value) : value)) {
      if (read?.has(++number)) continue;
      const line = decoder.decode(bytes);
      if (/^[\s\uFEFF]*$/.test(line)) continue;
      const location = `${path}:${number}`;
      const uuid = /"uuid"\s*:\s*"([^"]*)"/.exec(line)?.[1];
      findings.push({ id: uuid ?? location, reason: `Lost: ${location} was not read` });
    }
  }
  return findings;
}

/** The lines of a file, each cut to a length that a string can have. */
function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(0x0a, from);
    if (to === -1) to = bytes.length;
    yield bytes.subarray(from, Math.min(to, from + 0x100_0000));
  }
}
