// Remembers when each result was proved: turbo knows a result by the hash of all that it depends on.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache.mjs";
import { countTests } from "./reports.mjs";

const day = 86_400_000;

/**
 * Remember the tasks that a run has proved, and look up those whose result was known.
 *
 * @param tasks the tasks of a summary of turbo.
 * @returns by the id of a task: when it was proved, how many seconds that took, and what its tests said.
 */
export function recordProofs(tasks, env) {
  const found = new Map();
  for (const task of tasks) {
    const path = join(cacheFolder(env), "proofs", `${task.hash}.json`);
    if (task.cache.status === "HIT") {
      found.set(task.taskId, existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : provedElsewhere(task, env));
      continue;
    }
    const { startTime, endTime, exitCode } = task.execution ?? {};
    if (startTime === undefined) continue;
    const proof = {
      at: new Date(endTime).toISOString(),
      seconds: (endTime - startTime) / 1000,
      tests: countTests(task),
    };
    found.set(task.taskId, proof);
    if (exitCode === 0) write(path, proof);
  }
  return found;
}

/** What turbo itself knows of a result that was not proved by the gate: by `pnpm turbo`, or before a build. */
function provedElsewhere({ hash }, env) {
  const path = join(env.TURBO_CACHE_DIR, `${hash}-meta.json`);
  if (!existsSync(path)) return {};
  return { at: statSync(path).mtime.toISOString(), seconds: JSON.parse(readFileSync(path, "utf8")).duration / 1000 };
}

/** Whether everything was proved on this machine within the last day. */
export function isProvedToday(env) {
  const path = fullProof(env);
  return existsSync(path) && Date.now() - Date.parse(JSON.parse(readFileSync(path, "utf8"))) < day;
}

/** Remember that everything was proved now. */
export function rememberFullProof(env) {
  write(fullProof(env), new Date().toISOString());
}

function fullProof(env) {
  return join(cacheFolder(env), "proofs", "everything.json");
}

function write(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}
