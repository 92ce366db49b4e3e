// `node tooling/gate/list.mjs`: every test of the last runs, a line each, from the reports of the runners: to compare what is proved
// before and after a change of the gate. With --count the number of tests of each suite instead.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { top } from "../setup/install.mjs";

const isCount = process.argv.includes("--count");
const packages = ["packages", "apps", "tooling"].flatMap((group) =>
  readdirSync(join(top, group)).map((name) => `${group}/${name}`),
);
for (const folder of packages) {
  const reports = join(top, folder, "out/tests");
  for (const name of existsSync(reports) ? readdirSync(reports).sort() : []) {
    const {
      testResults = [],
      numPassedTests,
      numFailedTests,
      numPendingTests,
    } = JSON.parse(readFileSync(join(reports, name), "utf8"));
    if (isCount)
      console.log(
        [folder, name.replace(".json", ""), testResults.length, numPassedTests, numFailedTests, numPendingTests].join(
          "\t",
        ),
      );
    else
      for (const { name: path, assertionResults } of testResults)
        for (const { fullName, status } of assertionResults)
          console.log(`${relative(top, path)} > ${fullName}${status === "passed" ? "" : ` (${status})`}`);
  }
}
