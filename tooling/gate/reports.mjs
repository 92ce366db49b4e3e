// What the tests of a task say: vitest and the judges write a report into `out/tests` of their package.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../setup/install.mjs";
import { describeFailure, failuresOf } from "../tests/failures.mjs";

/** The report that a task has written in this run; nothing if it writes none. */
function reportOf({ directory, task, execution }) {
  const name = { test: "fast", "test:slow": "slow" }[task] ?? task.replace(":", "-");
  const path = join(top, directory, "out/tests", `${name}.json`);
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, "utf8"));
  return report.startTime < execution.startTime ? undefined : { path, report };
}

/** How many tests of a task passed, failed and were skipped. */
export function countTests(task) {
  const report = reportOf(task)?.report;
  if (report === undefined) return undefined;
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return { passed, failed, skipped: numPendingTests + numTodoTests };
}

/** The tests that failed, with the beginning of what they say: a log is long, so it ends with them. */
export function describeFailures(tasks) {
  return tasks
    .filter(({ execution }) => execution?.exitCode > 0)
    .flatMap((task) => {
      const { path, report } = reportOf(task) ?? {};
      return report?.testResults ? failuresOf({ report: path, code: 0, suite: task.taskId }).map(describeFailure) : [];
    })
    .join("\n");
}
