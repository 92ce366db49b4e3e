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

/**
 * What failed, for the end of a long log: tests with the beginning of what they say. Of a task that failed otherwise, such as by its
 * coverage, the end of its log.
 */
export function describeFailures(tasks) {
  return tasks
    .filter(({ execution }) => execution?.exitCode > 0)
    .flatMap((task) => {
      const { path, report } = reportOf(task) ?? {};
      const found = report?.testResults ? failuresOf({ report: path, code: 0, suite: task.taskId }) : [];
      return found.length > 0 ? found.map(describeFailure) : [endOfLog(task)];
    })
    .join("\n");
}

/** The last lines that a task has printed. */
function endOfLog({ taskId, logFile }) {
  const path = join(top, logFile);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n").slice(-40) : [];
  return [`${taskId} failed; its last lines:`, ...lines.map((line) => `  ${line}`)].join("\n");
}
