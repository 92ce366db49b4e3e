// Runs what a change must pass, and ends with a table: each task, how long it took, whether it was proved now or before, its tests.
//   node gate.mjs test|test:slow|check|gate   `check` has only what is quick
// CCDAG_CACHE=off    proves everything afresh
// CCDAG_CACHE=daily  does so if nobody did it on this machine within a day
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "../setup/install.mjs";
import { patience } from "./patience.mjs";
import { isProvedToday, recordProofs, rememberFullProof } from "./proofs.mjs";
import { describeFailures } from "./reports.mjs";
import { startServices } from "./services.mjs";
import { tasksSince } from "./summary.mjs";
import { format, summarise } from "./table.mjs";
import { planOf, runsOf, stepsOf, wantedVariables } from "./tasks.mjs";
import { planTogether, runTogether } from "./together.mjs";
import { environment, turbo } from "./turbo.mjs";

const [what = "gate", ...more] = process.argv.slice(2);
/** The fast tests need neither a browser nor a database, and say only how they ended. */
const isShort = what === "test";
/** Suites wait for disks and pages, so more of them run at once than there are processors; with twice as many all take longer. */
const atOnce = 4;
const env = environment({
  ...process.env,
  CCDAG_STARTS_DATABASE: isShort ? "" : "1",
  CCDAG_PATIENCE: String(atOnce * patience()),
});
const isForced = env.TURBO_FORCE === "true" || (env.CCDAG_CACHE === "daily" && !isProvedToday(env));
// What is proved afresh is proved once: an empty cache for all steps, of which each result then replaces the known one.
const known = env.TURBO_CACHE_DIR;
delete env.TURBO_FORCE;
if (isForced) env.TURBO_CACHE_DIR = mkdtempSync(join(tmpdir(), "ccdag-gate-"));

const began = Date.now();
// Summaries of older runs, and what tests have transformed before.
rmSync(join(top, ".turbo/runs"), { recursive: true, force: true });
if (isForced) rmSync(join(top, "node_modules/.cache/ccdag/vitest"), { recursive: true, force: true });
const steps = stepsOf(what);
const plan = planOf(steps.flat(), env);
const services = await startServices(isShort ? new Set() : wantedVariables(plan), env);
const ended = [];
let code = 0;
const joint = await runJoint(planTogether(plan));
for (const [at, step] of steps.entries()) if (code === 0 || at === 0) code = Math.max(code, await run(step, joint.env));
await services.stop();
joint.remove();
if (isForced) keepResults();

const rows = summarise(ended, recordProofs(ended, env));
const seconds = (Date.now() - began) / 1000;
console.log(format(rows, { seconds, isForced, isShort, failures: describeFailures(ended) }));
if (code === 0 && what === "gate" && rows.every(({ isCached }) => !isCached)) rememberFullProof(env);
process.exitCode = code;

/** Move what was proved into the cache of all runs. */
function keepResults() {
  cpSync(env.TURBO_CACHE_DIR, known, { recursive: true });
  rmSync(env.TURBO_CACHE_DIR, { recursive: true });
}

/**
 * Run the fast tests of many packages in one process: they need two processors for most of the time. For `pnpm test`, the others,
 * some of which wait for builds, run beside them. What {@link runTogether} returns.
 */
async function runJoint(tasks) {
  const others = tasks.map(({ package: name }) => `--filter=!${name}`);
  const beside =
    isShort && tasks.length > 0
      ? [
          run(["test"], {}, [{ filters: others, share: 0.25 }]),
          run(["test:tables"], {}, [{ filters: [], share: 0.25 }]),
        ]
      : [];
  const [made, ...codes] = await Promise.all([runTogether(tasks, { ...env, ...services.env }), ...beside]);
  code = Math.max(code, ...codes);
  return made;
}

/** Run the tasks of a step with these variables, too, and remember how each ended. The exit code. */
async function run(step, variables, sides = runsOf(step)) {
  const since = Date.now();
  const isMeasured = step.includes("bench:guard");
  const options = ["--summarize", "--output-logs=new-only"];
  if (!more.some((one) => one.startsWith("--continue"))) options.push("--continue=dependencies-successful");
  const runs = sides.map(({ filters, share }) => {
    const concurrency = isMeasured ? 1 : Math.round(share * atOnce);
    const args = ["run", ...step, ...filters, ...options, `--concurrency=${concurrency}`, ...more];
    return turbo(args, { ...env, ...services.env, ...variables });
  });
  const codes = await Promise.all(runs);
  const seen = new Set(ended.map(({ taskId }) => taskId));
  for (const task of tasksSince(top, since).flat()) {
    if (!seen.has(task.taskId)) ended.push(task);
    seen.add(task.taskId);
  }
  return Math.max(...codes);
}
