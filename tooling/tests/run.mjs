// `pnpm test` and `pnpm test:slow`: without a file the tests of all packages, as far as their results are not known; with parts of
// paths the files that match, always anew. Options are passed on to vitest.
//   node tooling/tests/run.mjs test|test:slow [<file> …]
import { environment, turbo } from "../gate/turbo.mjs";
import { startServices } from "../gate/services.mjs";
import { choose, runFiles } from "./packages.mjs";

const [task, ...args] = process.argv.slice(2);
const isSlow = task === "test:slow";
const filters = args.filter((one) => !one.startsWith("-"));
if (filters.length === 0) {
  process.argv.splice(2, Infinity, task);
  await import("../gate/gate.mjs");
} else await runMatching();

async function runMatching() {
  const chosen = choose({ isSlow, filters });
  if (chosen.size === 0) console.error(`No ${isSlow ? "slow" : "fast"} test file matches ${filters.join(" ")}`);
  process.exitCode = chosen.size === 0 ? 1 : 0;
  const env = environment({ ...process.env, CCDAG_STARTS_DATABASE: isSlow ? "1" : undefined });
  const built = ["build", "ccdag#pack", ...(chosen.has("apps/docs-site") ? ["site", "site:tested"] : [])];
  if (isSlow && chosen.size > 0) process.exitCode = await turbo(["run", ...built, "--output-logs=errors-only"], env);
  if (process.exitCode !== 0) return;
  const needed = [...chosen.keys()].some((folder) => /store|server/.test(folder));
  const services = await startServices(new Set(isSlow && needed ? ["DATABASE_URL"] : []), env);
  const more = args.filter((one) => one.startsWith("-"));
  for (const [folder, files] of chosen)
    if (runFiles({ folder, files, isSlow }, more, { ...env, ...services.env }) !== 0) process.exitCode = 1;
  await services.stop();
}
