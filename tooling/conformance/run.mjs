// Compares what ccdag makes of recordings and of the corpus with what really happened, and with code that shares nothing with it.
// Each folder is read once, and all judges look at it.
//   node run.mjs [<judge> …]   all of them unless some are named; what each needs is said in its file
//   --update                   raises what scenarios must reach
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Reading } from "./readings.mjs";

const names = ["scenarios", "corpus", "agents", "explain", "search", "edits", "tables", "store"];
const { positionals } = parseArgs({ allowPositionals: true, options: { update: { type: "boolean" } } });
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new TypeError(`Expected one of ${names.join(", ")}, not ${unknown.join(", ")}`);
const chosen = positionals.length > 0 ? positionals : names;

const began = Date.now();
const judges = await Promise.all(chosen.map((name) => import(`./judges/${name}.mjs`)));
/** Who looks at what. */
const looks = new Map();
for (const judge of judges) for (const path of judge.paths()) looks.set(path, [...(looks.get(path) ?? []), judge]);
const waiting = [...looks].sort(([a], [b]) => (a < b ? -1 : 1)).values();
// A database answers a judge in threads of its own: meanwhile another folder is read.
const atOnce = chosen.join() === "tables" ? 2 : 1;
await Promise.all(Array.from({ length: atOnce }, lookAtWhatWaits));

async function lookAtWhatWaits() {
  for (const [path, all] of waiting) {
    const reading = new Reading(path);
    for (const judge of all) await judge.compare(reading);
  }
}

const sum = { passed: 0, failed: 0 };
for (const judge of judges) {
  const { passed, failed } = await judge.end();
  sum.passed += passed;
  sum.failed += failed;
}
mkdirSync(new URL("out/tests/", import.meta.url), { recursive: true });
const report = {
  startTime: began,
  numPassedTests: sum.passed,
  numFailedTests: sum.failed,
  numPendingTests: 0,
  numTodoTests: 0,
};
// The tables are a task of their own, which other changes start.
const name = chosen.join() === "tables" ? "conformance-tables" : "conformance";
writeFileSync(new URL(`out/tests/${name}.json`, import.meta.url), JSON.stringify(report));
process.exitCode = sum.failed > 0 ? 1 : 0;
