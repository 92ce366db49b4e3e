// What a change must pass: the tasks of turbo.json, by the name of the script that asks for them.
import { askTurbo } from "./turbo.mjs";

/** Quick enough to be run before each commit: no browser, no database, no recordings. */
const check = ["format", "lint", "types", "words", "dependencies", "regexps", "trace", "api", "check:package", "test"];

/** All of them. */
const gate = [...check, "test:slow", "conformance", "bench:guard", "bench:start"];

/** The tasks that a script stands for. */
export function tasksOf(name) {
  const tasks = { check, gate, test: ["test"], "test:slow": ["test:slow"] }[name];
  if (tasks === undefined) throw new TypeError(`Expected check, gate, test or test:slow, not \`${name}\``);
  return tasks;
}

/** The variables that are given to the tasks that a run will not find in the cache. */
export function wantedVariables(tasks, env) {
  const plan = JSON.parse(askTurbo(["run", ...tasks, "--dry=json"], env));
  const missing = plan.tasks.filter(({ cache, command }) => cache.status !== "HIT" && command !== "<NONEXISTENT>");
  return new Set(missing.flatMap(({ environmentVariables: { specified } }) => specified.passThroughEnv ?? []));
}
