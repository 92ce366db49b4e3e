// The suites of the project, and how each is run.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pnpm, top } from "../setup/install.mjs";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** A suite: the arguments of vitest, the files that are its own, and the script that has to run first. */
const fast = { name: "fast", args: [], owns: (path) => !path.endsWith(".slow.test.ts") };
const release = {
  name: "release-smoke",
  args: ["--root", "tooling/release-smoke"],
  owns: (path) => path.startsWith("tooling/release-smoke/"),
};
const site = {
  name: "docs-site",
  args: ["--root", "apps/docs-site"],
  owns: (path) => path.startsWith("apps/docs-site/test/site/"),
  prepare: "site",
};
const slow = {
  name: "slow",
  args: ["--config", "vitest.slow.config.ts"],
  owns: (path) => path.endsWith(".slow.test.ts") && !release.owns(path) && !site.owns(path),
  prepare: "build",
};

/** The suites that have a test file whose path contains one of the filters; without filters all of them. */
export function choose({ isSlow, filters }) {
  const suites = isSlow ? [slow, release, site] : [fast];
  if (filters.length === 0) return suites;
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts"];
  const files = execFileSync("git", args, { cwd: top, encoding: "utf8" }).split("\n").filter(Boolean);
  const wanted = files.filter((path) => filters.some((filter) => path.includes(filter.replace(/^\.\//, ""))));
  return suites.filter(({ owns }) => wanted.some(owns));
}

/** Run what a suite needs; whether it succeeded. */
export function prepare({ prepare: script }) {
  return script === undefined || pnpm("run", script) === 0;
}

/** Run a suite with further arguments; the exit code. */
export function runSuite({ args }, more, env = {}) {
  const absolute = more.map((one) => (existsSync(resolve(top, one)) && !one.startsWith("-") ? resolve(top, one) : one));
  return run(vitest, "run", ...args, ...absolute, env);
}

function run(...args) {
  const env = { ...process.env, ...args.pop() };
  return spawnSync(process.execPath, args, { cwd: top, stdio: "inherit", env }).status ?? 1;
}
