// The fast tests of the package in whose folder it is started. In a run in which they have passed together with those of other
// packages (`tooling/gate/together.mjs`), that report is theirs.
//   node package.mjs [<options of vitest>]
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { CCDAG_TOGETHER: folder = "", TURBO_HASH: hash = "" } = process.env;
const known = join(folder, `${hash}.json`);
if (folder !== "" && hash !== "" && existsSync(known)) {
  // A report is of this run if it is newer than the task.
  const report = { ...JSON.parse(readFileSync(known, "utf8")), startTime: Date.now() };
  mkdirSync("out/tests", { recursive: true });
  writeFileSync("out/tests/fast.json", JSON.stringify(report));
  console.log(`${report.numPassedTests} tests passed, in one run with those of other packages`);
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const args = [vitest, "run", "--config", new URL("package.config.ts", import.meta.url).pathname];
  const { status } = spawnSync(process.execPath, [...args, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
