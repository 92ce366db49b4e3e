// Counts the failures in the JSON reports of vitest.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { top } from "../setup/install.mjs";

/**
 * Add the failures of one run.
 *
 * @param {Map<string, {count: number, seeds: number[]}>} failures by the name of the test; changed.
 * @param {{report: string, code: number, suite: string, seed: number}} run the path of the report, the exit code of
 * vitest, and what was run.
 * @returns {number} how many there were.
 */
export function count(failures, { report, code, suite, seed }) {
  const names = existsSync(report) ? namesIn(JSON.parse(readFileSync(report, "utf8"))) : [];
  // A run can fail without a failed test: by an error outside of any test, or a crash.
  if (names.length === 0 && code !== 0) names.push(`${suite}: vitest ended with exit code ${code}`);
  for (const name of names) {
    const { count: before, seeds } = failures.get(name) ?? { count: 0, seeds: [] };
    failures.set(name, { count: before + 1, seeds: [...seeds, seed] });
  }
  return names.length;
}

function namesIn({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(top, name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0 && status === "failed") return [file];
    return failed.map(({ fullName }) => `${file} > ${fullName}`);
  });
}

/** The failures as text, the most frequent first. */
export function summarise(failures, times) {
  if (failures.size === 0) return `No test failed in ${times} rounds.`;
  const rows = [...failures].sort(([, a], [, b]) => b.count - a.count);
  return rows
    .map(([name, { count: failed, seeds }]) => `${failed} of ${times}  ${name}  (seed ${seeds.slice(0, 3).join(", ")})`)
    .join("\n");
}
