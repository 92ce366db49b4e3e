// Reads a hostile archive in this process, without its files on a disk.
import { agents } from "@ccdag/agents";
import { audit, leaves, measureUsage } from "@ccdag/ccast";
import { transcript } from "@ccdag/processor";
import { makeFiles } from "./shapes.mjs";

/** The milliseconds of processor time that reading a shape with a number of lines takes. */
export function readingTime(shape, lines) {
  const sources = [];
  const sidecars = new Map();
  for (const [path, value] of makeFiles(shape, lines)) {
    if (path.endsWith(".json")) sidecars.set(path, JSON.parse(value));
    else sources.push({ path, value });
  }
  const start = process.cpuUsage();
  const { tree, ledger } = transcript(sources, { extensions: [agents()], sidecars, report: () => {} });
  const findings = audit(tree, ledger);
  leaves(tree);
  measureUsage(tree);
  const { user, system } = process.cpuUsage(start);
  if (findings.length > 0) throw new Error(`Unexpected finding in ${shape}: ${findings[0].reason}`);
  return (user + system) / 1000;
}
