// What a change must pass: the tasks of turbo.json, by the name of the script that asks for them.
import { askTurbo } from "./turbo.mjs";

/** Tests. Where those of a package depend on more than its others, they are a task of their own. */
const fast = ["test", "test:tables"];
const slow = ["test:slow", "test:bundle", "test:killed", "test:documents"];

/** Quick enough to be run before each commit: no browser, no database, no recordings. */
const check = ["format", "lint", "types", "words", "dependencies", "regexps", "trace", "api", "check:package", ...fast];

/** What each script runs: the tasks of each step at once, and the steps one after the other. */
const scripts = {
  test: [fast],
  "test:slow": [["build"], slow],
  check: [check],
  // turbo starts what is ready in the order in which it becomes ready: without the first step builds, and all that waits for
  // them, would stand behind the longest tests. What is measured has the machine for itself.
  gate: [
    ["build", "pack"],
    [...check, ...slow, "conformance", "conformance:tables", "conformance:sources"],
    ["bench:guard", "bench:start"],
  ],
};

/** Packages with suites that take long in one process, or wait for one another. */
const longest = ["@ccdag/conformance-runner", "@ccdag/release-smoke", "@ccdag/new", "@ccdag/docs-site", "ccdag"];

/**
 * The runs of turbo that a step is divided into, side by side: turbo starts tasks in an order of its own, and what takes longest
 * would begin last, and end alone. The shares are more than one together: the longest suites wait most.
 *
 * @returns for each run the filters of packages, and its share of the tasks at once.
 */
export function runsOf(step) {
  if (!step.includes("conformance")) return [{ filters: [], share: 1 }];
  return [
    { filters: longest.map((name) => `--filter=${name}`), share: 0.75 },
    { filters: longest.map((name) => `--filter=!${name}`), share: 0.5 },
  ];
}

/** The steps of a script. */
export function stepsOf(name) {
  const steps = scripts[name];
  if (steps === undefined) throw new TypeError(`Expected ${Object.keys(scripts).join(", ")}, not \`${name}\``);
  return steps;
}

/**
 * A task and all that it waits for.
 *
 * @param {string} id of the task.
 * @param {ReadonlyMap<string, {dependencies: string[]}>} tasks by their ids, as `turbo run … --dry=json` lists them.
 * @returns {Set<string>} ids.
 */
export function withDependencies(id, tasks) {
  const found = new Set([id]);
  for (const one of found) for (const other of tasks.get(one)?.dependencies ?? []) found.add(other);
  return found;
}

/** What turbo would do for these tasks, each with its hash, its inputs, and whether its result is known. */
export function planOf(tasks, env) {
  return JSON.parse(askTurbo(["run", ...tasks, "--dry=json"], env));
}

/** The variables that are given to the tasks of a plan that a run will not find in the cache. */
export function wantedVariables({ tasks }) {
  const missing = tasks.filter(({ cache, command }) => cache.status !== "HIT" && command !== "<NONEXISTENT>");
  return new Set(missing.flatMap(({ environmentVariables: { specified } }) => specified.passThroughEnv ?? []));
}
