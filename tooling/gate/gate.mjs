// Runs what a change must pass, and ends with a table: each task, how long it took, whether it was proved now or before, its tests.
//   node gate.mjs test|test:slow|check|gate   `check` has only what is quick
// CCDAG_CACHE=off    proves everything afresh
// CCDAG_CACHE=daily  does so if nobody did it on this machine within a day
import { readFileSync } from "node:fs";
import { top } from "../setup/install.mjs";
import { isProvedToday, recordProofs, rememberFullProof } from "./proofs.mjs";
import { describeFailures } from "./reports.mjs";
import { startServices } from "./services.mjs";
import { newestSummary } from "./summary.mjs";
import { format, summarise } from "./table.mjs";
import { tasksOf, wantedVariables } from "./tasks.mjs";
import { environment, turbo } from "./turbo.mjs";

const [what = "gate", ...more] = process.argv.slice(2);
const env = environment({ ...process.env, CCDAG_STARTS_DATABASE: what === "test" ? "" : "1" });
if (env.CCDAG_CACHE === "daily" && !isProvedToday(env)) env.TURBO_FORCE = "true";

const began = Date.now();
const tasks = tasksOf(what);
const services = await startServices(wantedVariables(tasks, env), env);
const code = await turbo(
  [
    "run",
    ...tasks,
    "--summarize",
    "--output-logs=new-only",
    "--continue=dependencies-successful",
    "--concurrency=4",
    ...more,
  ],
  {
    ...env,
    ...services.env,
  },
);
await services.stop();

const summary = JSON.parse(readFileSync(newestSummary(top, began), "utf8"));
const rows = summarise(summary.tasks, recordProofs(summary.tasks, env));
const seconds = (Date.now() - began) / 1000;
console.log(describeFailures(summary.tasks));
console.log(format(rows, { seconds, isForced: env.TURBO_FORCE === "true", isShort: what === "test" }));
if (code === 0 && what === "gate" && rows.every(({ isCached }) => !isCached)) rememberFullProof(env);
process.exitCode = code;
