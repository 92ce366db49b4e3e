// Reads an archive in this process, without its files on a disk, and prints the milliseconds of CPU:
//   node run.mjs <shape> <lines>
import { agents } from "@ccdag/agents";
import { audit, leaves, measureUsage } from "@ccdag/ccast";
import { transcript } from "@ccdag/processor";
import { makeFiles } from "./shapes.mjs";

const [shape, lines] = process.argv.slice(2);
const files = makeFiles(shape, Number(lines));
const sources = [];
const sidecars = new Map();
for (const [path, value] of files) {
  if (path.endsWith(".json")) sidecars.set(path, JSON.parse(value));
  else sources.push({ path, value });
}
const start = process.cpuUsage();
const { tree, ledger } = transcript(sources, { extensions: [agents()], sidecars, report: () => {} });
const findings = audit(tree, ledger);
leaves(tree);
measureUsage(tree);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
if (findings.length > 0) throw new Error(`Unexpected finding in ${shape}: ${findings[0].reason}`);
