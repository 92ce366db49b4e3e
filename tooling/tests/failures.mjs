// Finds the failures in the JSON reports of vitest.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { top } from "../setup/install.mjs";

/**
 * The failures of one run.
 *
 * @param {{report: string, code: number, suite: string}} run the path of the report, the exit code of vitest, and
 * what was run.
 * @returns {{name: string, message: string}[]} in the order of the report; `message` is empty if there is none.
 */
export function failuresOf({ report, code, suite }) {
  const found = failuresIn(read(report));
  // A run can fail without a failed test: by an error outside of any test, or a crash.
  if (found.length === 0 && code !== 0)
    found.push({ name: `${suite}: vitest ended with exit code ${code}`, message: "" });
  return found;
}

/** A report; an empty one where vitest ended before it was written, or meanwhile. */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { testResults: [] };
  }
}

function failuresIn({ testResults }) {
  return testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const file = relative(top, name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ name: file, message }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      name: `${file} > ${fullName}`,
      message: failureMessages.join("\n"),
    }));
  });
}

/**
 * Add the failures of one run.
 *
 * @param {Map<string, {count: number, seeds: number[]}>} failures by the name of the test; changed.
 * @param {{report: string, code: number, suite: string, seed: number}} run as for {@link failuresOf}.
 * @returns {number} how many there were.
 */
export function count(failures, { seed, ...run }) {
  const found = failuresOf(run);
  for (const { name } of found) {
    const { count: before, seeds } = failures.get(name) ?? { count: 0, seeds: [] };
    failures.set(name, { count: before + 1, seeds: [...seeds, seed] });
  }
  return found.length;
}

/** What a failure says, for the end of a long log: its name, and the start of its message. */
export function describeFailure({ name, message }) {
  const lines = message.split("\n").filter((line) => line !== "" && !line.includes("/node_modules/"));
  return [name, ...lines.slice(0, 20).map((line) => `    ${line.slice(0, 200)}`)].join("\n");
}

/** The failures as text, the most frequent first. */
export function summarise(failures, times) {
  if (failures.size === 0) return `No test failed in ${times} rounds.`;
  const rows = [...failures].sort(([, a], [, b]) => b.count - a.count);
  return rows
    .map(([name, { count: failed, seeds }]) => `${failed} of ${times}  ${name}  (seed ${seeds.slice(0, 3).join(", ")})`)
    .join("\n");
}
