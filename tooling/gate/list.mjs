// `node tooling/gate/list.mjs`: every test of the last runs, a line each, from the reports of the runners: to compare what is proved
// before and after a change of the gate.
//   --count         the number of tests of each suite instead
//   --lost <list>   the tests of an earlier list, or of `vitest list`, that did not run now; wherever they stand
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { top } from "../setup/install.mjs";

const { values } = parseArgs({ options: { count: { type: "boolean" }, lost: { type: "string" } } });
const packages = ["packages", "apps", "tooling"].flatMap((group) =>
  readdirSync(join(top, group)).map((name) => `${group}/${name}`),
);
const reports = packages.flatMap((folder) => {
  const path = join(top, folder, "out/tests");
  const names = existsSync(path) ? readdirSync(path).sort() : [];
  return names.map((name) => ({
    folder,
    suite: name.replace(".json", ""),
    ...JSON.parse(readFileSync(join(path, name), "utf8")),
  }));
});
const tests = reports.flatMap(({ testResults = [] }) =>
  testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(
      ({ fullName, status }) =>
        `${relative(top, path)} > ${fullName}${status === "passed" ? "" : ` (${status === "failed" ? status : "skipped"})`}`,
    ),
  ),
);

if (values.count)
  for (const { folder, suite, testResults = [], numPassedTests, numFailedTests, numPendingTests } of reports)
    console.log([folder, suite, testResults.length, numPassedTests, numFailedTests, numPendingTests].join("\t"));
else if (values.lost === undefined) console.log(tests.join("\n"));
else lost(readFileSync(values.lost, "utf8").split("\n"));

function lost(lines) {
  const left = new Map();
  for (const test of tests) left.set(titleOf(test), (left.get(titleOf(test)) ?? 0) + 1);
  for (const line of lines.filter((one) => one.includes(" > "))) {
    const count = left.get(titleOf(line)) ?? 0;
    left.set(titleOf(line), count - 1);
    if (count <= 0) console.log(line);
  }
}

/** Its words, without its file, which may have moved. Of a title of several lines a list has each on a line of its own. */
function titleOf(test) {
  const [line] = test.split("\n");
  return line
    .slice(line.indexOf(" > ") + 3)
    .replace(/ \(skipped\)$/, "")
    .replaceAll(" > ", " ")
    .replace(/\s+/g, " ")
    .trim();
}
