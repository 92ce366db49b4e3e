// Runs the slow suites, or those that have the files that the arguments name. Options are passed on to vitest.
// The log is long, so it ends with the failures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFailure, failuresOf } from "./failures.mjs";
import { choose, prepare, runSuite } from "./suites.mjs";

const args = process.argv.slice(2);
const suites = choose({ isSlow: true, filters: args.filter((one) => !one.startsWith("-")) });
if (suites.length === 0) console.error(`No slow test file matches ${args.join(" ")}`);

const folder = mkdtempSync(join(tmpdir(), "ccdag-slow-"));
const failures = suites.flatMap((suite) => {
  if (!prepare(suite)) return [{ name: `${suite.name}: could not be prepared`, message: "" }];
  const report = join(folder, `${suite.name}.json`);
  // Vitest adds the reporter of GitHub by itself only where none is named.
  const more = process.env["GITHUB_ACTIONS"] === "true" ? ["--reporter=github-actions"] : [];
  const reporters = [...more, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return failuresOf({ report, code: runSuite(suite, [...reporters, ...args]), suite: suite.name });
});
rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.error(["Failed:", ...failures.map(describeFailure)].join("\n"));
process.exitCode = failures.length > 0 || suites.length === 0 ? 1 : 0;
