// The table that a run ends with.
import { readFileSync } from "node:fs";

/** Seconds that a task may take on two quiet cores, by its id or by the name of the task. */
const budgets = JSON.parse(readFileSync(new URL("budgets.json", import.meta.url), "utf8"));

/**
 * One row for each task that does something.
 *
 * @param tasks the tasks of a summary of turbo.
 * @param proofs what is known of them, by their ids (proofs.mjs).
 */
export function summarise(tasks, proofs) {
  return tasks
    .filter(({ command }) => command !== "<NONEXISTENT>")
    .map((task) => {
      const { at, seconds, tests } = proofs.get(task.taskId) ?? {};
      const isCached = task.cache.status === "HIT";
      const failed = !isCached && task.execution?.exitCode !== 0;
      const budget = budgets[task.taskId] ?? budgets[task.task] ?? budgets.any;
      return { id: task.taskId, at, seconds, tests, isCached, failed, isOver: !isCached && seconds > budget, budget };
    })
    .sort((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || (a.id < b.id ? -1 : 1));
}

/**
 * The table as text, then what failed: the end of a long log is what is read first. Its last line has the sum of all tests.
 *
 * @param failures what the failed tasks said (reports.mjs), empty if none failed.
 */
export function format(rows, { seconds, isForced, isShort = false, failures = "" }) {
  const lines = rows.map((row) => [row.id, row.seconds?.toFixed(1) ?? "", stateOf(row), testsOf(row), remarkOf(row)]);
  const table = [["task", "seconds", "result", "tests", ""], ...lines];
  const widths = table[0].map((_, at) => Math.max(...table.map((line) => line[at].length)));
  const text = table.map((line) =>
    line
      .map((cell, at) => (at === 1 ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
      .join("  ")
      .trimEnd(),
  );
  const cached = rows.filter(({ isCached }) => isCached).length;
  const sum = (name) => rows.reduce((total, { tests }) => total + (tests?.[name] ?? 0), 0);
  const broken = rows.filter(({ failed }) => failed);
  return [
    ...(isShort ? [] : ["", ...text, ""]),
    ...(failures === "" ? [] : [failures, ""]),
    `${rows.length} tasks in ${seconds.toFixed(0)} s: ${rows.length - cached} proved now${isForced ? " (nothing was taken from the cache)" : ""}, ${cached} from the cache`,
    ...(broken.length > 0 ? [`Failed: ${broken.map(({ id }) => id).join(", ")}`] : []),
    `tests: ${sum("passed")} passed, ${Math.max(sum("failed"), broken.length)} failed, ${sum("skipped")} skipped`,
  ].join("\n");
}

function stateOf({ isCached, failed, at, seconds }) {
  if (isCached) return `cached, proved ${at?.slice(0, 16).replace("T", " ") ?? "before"}`;
  if (seconds === undefined) return "not run";
  return failed ? "FAILED" : "proved";
}

function testsOf({ tests }) {
  if (tests === undefined) return "";
  const { passed, failed, skipped } = tests;
  return [
    `${passed}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ");
}

function remarkOf({ isOver, budget }) {
  return isOver ? `over its budget of ${budget} s` : "";
}
