// The fast tests of many packages in one run of vitest. A package alone takes longer to load its modules than to run its tests, so
// where many have no known result, they run together first. turbo then asks each package for its tests as always, and those that
// have passed hand in their report (tooling/tests/package.mjs): its results, keys and cache are what they would be without this.
// What failed here runs alone.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { top } from "../setup/install.mjs";
import { canShare } from "../tests/alone.mjs";
import { withDependencies } from "./tasks.mjs";

/** As many packages run together at least: fewer are as quick alone. */
const least = 6;

/**
 * The packages whose fast tests run together: those with no known result, if they are many.
 *
 * @param plan what turbo would do.
 * @returns tasks, as turbo lists them; empty if each package runs alone.
 */
export function planTogether({ tasks }) {
  const all = new Map(tasks.map((task) => [task.taskId, task]));
  // What waits for a build cannot run before it.
  const isOfSources = (id) => ![...withDependencies(id, all)].some((one) => /#(?:build|pack)$/.test(one));
  const missing = tasks.filter(
    ({ taskId, task, cache, command, directory }) =>
      task === "test" &&
      cache.status !== "HIT" &&
      command.startsWith("node ../../tooling/tests/package.mjs") &&
      canShare(directory) &&
      isOfSources(taskId),
  );
  return missing.length < least ? [] : missing;
}

/**
 * Run them.
 *
 * @param tasks see {@link planTogether}.
 * @param env the environment of turbo.
 * @returns the variables by which the packages know of it, and what removes the reports.
 */
export async function runTogether(tasks, env) {
  if (tasks.length === 0) return { env: {}, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "ccdag-together-"));
  const path = join(folder, "all.json");
  await vitest(optionsOf(tasks, path), visibleTo(tasks, env));
  const { testResults } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { testResults: [] };
  for (const { directory, hash } of tasks) {
    const own = reportOf(testResults.filter(({ name }) => name.startsWith(`${join(top, directory)}/`)));
    if (own !== undefined) writeFileSync(join(folder, `${hash}.json`), JSON.stringify(own));
  }
  return { env: { CCDAG_TOGETHER: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Of the environment only what turbo lets these tasks see. */
function visibleTo(tasks, env) {
  const named = tasks.flatMap(({ environmentVariables: { specified } }) => specified.passThroughEnv ?? []);
  const { passThroughEnv } = JSON.parse(readFileSync(join(top, "turbo.json"), "utf8")).global;
  const patterns = [...system, ...passThroughEnv, ...named, "CCDAG_SEED"].map((name) => name.split("*"));
  const isVisible = (name) =>
    patterns.some(([start, end]) =>
      end === undefined ? name === start : name.startsWith(start) && name.endsWith(end),
    );
  return Object.fromEntries(Object.entries(env).filter(([name]) => isVisible(name)));
}

/** What turbo always passes on, and a program needs. */
const system = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "TMPDIR",
  "LANG",
  "LC_*",
  "TZ",
  "CI",
  "NODE_OPTIONS",
  "SYSTEMROOT",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "TEMP",
  "TMP",
];

/** What `tooling/tests/together.config.ts` takes. */
function optionsOf(tasks, report) {
  return {
    include: tasks.map(({ directory }) => `${directory}/**/*.test.ts`),
    exclude: tasks.flatMap(({ directory, command }) => {
      const [, own] = /--exclude "([^"]*)"/.exec(command) ?? [];
      return own === undefined ? [] : [`${directory}/${own}`];
    }),
    report,
  };
}

async function vitest(plan, env) {
  const program = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const args = [program, "run", "--config", join(top, "tooling/tests/together.config.ts")];
  const options = { cwd: top, stdio: "inherit", env: { ...env, CCDAG_TOGETHER_PLAN: JSON.stringify(plan) } };
  await new Promise((resolve, reject) =>
    spawn(process.execPath, args, options).on("error", reject).on("close", resolve),
  );
}

/** The report of one package; nothing if a test of it has failed, or was not run. */
function reportOf(testResults) {
  if (testResults.length === 0 || testResults.some(({ status }) => status !== "passed")) return undefined;
  const states = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (...wanted) => states.filter((state) => wanted.includes(state)).length;
  return {
    numTotalTests: states.length,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending", "skipped"),
    numTodoTests: count("todo"),
    success: true,
    testResults,
  };
}
