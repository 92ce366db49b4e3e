// Runs the fast tests again and again, and names each test that failed at least once.
//   --times <n>  how many rounds, 20 unless given
//   <file> …     only these test files
// Each round has its own seed for property tests; `CCDAG_SEED=<seed> pnpm test <file>` repeats a round.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { top } from "../setup/install.mjs";
import { count, summarise } from "./failures.mjs";
import { choose, runFiles } from "./packages.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "20" } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new TypeError(`Expected a number of rounds, not \`${values.times}\``);
const chosen = choose({ isSlow: false, filters: positionals });
if (chosen.size === 0) throw new TypeError(`No test file matches ${positionals.join(" ")}`);

const failures = new Map();
for (let round = 1; round <= times; round++) {
  const seed = 1 + Math.floor(Math.random() * 0x7fffffff);
  const started = Date.now();
  let failed = 0;
  for (const [folder, files] of chosen) {
    const code = runFiles({ folder, files, isSlow: false }, ["--silent=true"], { CCDAG_SEED: String(seed) });
    failed += count(failures, { report: join(top, folder, "out/tests/fast.json"), code, suite: folder, seed });
  }
  console.log(
    `round ${round} of ${times}: ${failed} failed, seed ${seed}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
}
console.log(summarise(failures, times));
process.exitCode = failures.size > 0 ? 1 : 0;
