// `node tooling/gate/audit.mjs [task…]`: runs tasks afresh, notes which files of the project each opens, and lists those that turbo
// does not know of: they are no input of the task or of what it waits for, and no output of those. A result in the cache would
// stay although such a file has changed, or would miss a build that nobody has made. Needs strace, and takes twice the time.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { top } from "../setup/install.mjs";
import { startServices } from "./services.mjs";
import { planOf, stepsOf, wantedVariables } from "./tasks.mjs";
import { environment, turbo } from "./turbo.mjs";
import { opened, unknownTo } from "./traces.mjs";

const named = process.argv.slice(2);
const tasks = named.length > 0 ? named : stepsOf("gate").flat();
const env = environment({ ...process.env, CCDAG_CACHE: "off", CCDAG_STARTS_DATABASE: "1", CCDAG_PATIENCE: "40" });
const services = await startServices(wantedVariables(planOf(tasks, env)), env);
const shell = { npm_config_script_shell: fileURLToPath(new URL("traced.sh", import.meta.url)) };
const options = ["--continue=always", "--output-logs=errors-only", "--concurrency=2"];
await turbo(["run", ...tasks, ...options], { ...env, ...services.env, ...shell });
await services.stop();

const { tasks: plan, globalCacheInputs } = planOf(tasks, env);
const started = plan.filter(({ command }) => command !== "<NONEXISTENT>");
let faults = 0;
const isFile = (name) => statSync(join(top, name), { throwIfNoEntry: false })?.isFile() ?? false;
for (const { taskId, directory, task } of started) {
  const path = join(top, directory, "out/trace", `${task.replaceAll(":", "-")}.txt`);
  const found = existsSync(path)
    ? unknownTo(
        taskId,
        opened(readFileSync(path, "utf8"), top).filter(isFile),
        plan,
        Object.keys(globalCacheInputs.files),
      )
    : ["was not traced: is strace installed?"];
  for (const file of found) console.log(`${taskId}: ${file}`);
  faults += found.length;
}
console.log(`${started.length} tasks, ${faults} files that turbo does not know of`);
process.exitCode = faults > 0 ? 1 : 0;
