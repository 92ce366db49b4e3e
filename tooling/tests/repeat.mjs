// Runs tests again and again, and names each test that failed at least once.
//   --times <n>  how many rounds, 20 unless given
//   --slow       the slow suites instead of the fast one
//   <file> …     only these test files
// Each round has its own seed for property tests; `CCDAG_SEED=<seed> pnpm test <file>` repeats a round.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { count, summarise } from "./failures.mjs";
import { choose, prepare, runSuite } from "./suites.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "20" }, slow: { type: "boolean", default: false } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new TypeError(`Expected a number of rounds, not \`${values.times}\``);
const suites = choose({ isSlow: values.slow, filters: positionals });
if (suites.length === 0) throw new TypeError(`No test file matches ${positionals.join(" ")}`);
for (const suite of suites) if (!prepare(suite)) throw new Error(`${suite.name} could not be prepared`);

const folder = mkdtempSync(join(tmpdir(), "ccdag-repeat-"));
const failures = new Map();
for (let round = 1; round <= times; round++) {
  const seed = 1 + Math.floor(Math.random() * 0x7fffffff);
  const started = Date.now();
  let failed = 0;
  for (const suite of suites) {
    const report = join(folder, `${suite.name}-${round}.json`);
    const options = ["--reporter=json", `--outputFile=${report}`, "--silent=true"];
    const code = runSuite(suite, [...options, ...positionals], { CCDAG_SEED: String(seed) });
    failed += count(failures, { report, code, suite: suite.name, seed });
  }
  console.log(
    `round ${round} of ${times}: ${failed} failed, seed ${seed}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
}
rmSync(folder, { recursive: true, force: true });
console.log(summarise(failures, times));
process.exitCode = failures.size > 0 ? 1 : 0;
