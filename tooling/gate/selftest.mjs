// `pnpm gate:selftest`: plants a fault in each kind of place, one after the other, in a copy of the project, and looks whether the
// gate finds it although the results of everything else are in the cache. The tasks are not named: the gate runs as it always does.
//   CCDAG_CORPUS  without it the fault in the corpus is skipped
// Arguments: the numbers of faults (default: all).
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { top } from "../setup/install.mjs";
import { faults, plant } from "./faults.mjs";
import { tasksSince } from "./summary.mjs";

const folder = mkdtempSync(join(tmpdir(), "ccdag-selftest-"));
const copy = join(folder, "project");
/** What the last gate printed. */
const log = join(folder, "gate.log");
const corpus = process.env.CCDAG_CORPUS && join(folder, "corpus");
const env = { ...process.env, CCDAG_CACHE: "", ...(corpus ? { CCDAG_CORPUS: corpus } : {}) };
const chosen = process.argv.slice(2).map(Number);

try {
  copyProject();
  if (corpus) cpSync(process.env.CCDAG_CORPUS, corpus, { recursive: true });
  console.log("The gate without a fault:");
  const before = gate();
  if (before.code !== 0) {
    console.log(readFileSync(log, "utf8").slice(-10_000));
    throw new Error(`The gate fails without a fault: ${before.failed.join(", ")}`);
  }
  for (const [index, fault] of faults.entries())
    if (chosen.length === 0 || chosen.includes(index + 1)) look(index + 1, fault);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function say(how, words) {
  if (how === "MISSED") process.exitCode = 1;
  console.log(`${how.padEnd(7)} ${words}`);
}

function look(number, { what, edit, corpus: change, generate }) {
  if (change && !corpus) {
    say("skipped", `${number}. ${what}: CCDAG_CORPUS is not set`);
    return;
  }
  if (edit) plant(edit, copy);
  if (change) plant(change, corpus);
  if (generate)
    execFileSync(process.execPath, ["tooling/setup/generate.mjs", ...generate], { cwd: copy, stdio: "inherit" });
  const began = Date.now();
  const { code, failed, cached, tasks } = gate();
  const seconds = Math.round((Date.now() - began) / 1000);
  say(
    code === 0 ? "MISSED" : "found",
    `${number}. ${what}: by ${failed.join(", ")} after ${seconds} s, ${cached} of ${tasks} tasks from the cache`,
  );
  git("checkout", "-q", ".");
  if (change) cpSync(process.env.CCDAG_CORPUS, corpus, { recursive: true, force: true });
}

/** Run the gate until the first task fails. */
function gate() {
  const began = Date.now();
  const output = openSync(log, "w");
  const args = ["tooling/setup/ready.mjs", "tooling/gate/gate.mjs", "gate", "--continue=never"];
  const { status } = spawnSync(process.execPath, args, { cwd: copy, env, stdio: ["ignore", output, output] });
  closeSync(output);
  // Builds are in each step.
  const tasks = [...new Map(tasksSince(copy, began).flatMap((all) => all.map((task) => [task.taskId, task]))).values()];
  const failed = tasks.filter(({ execution }) => execution?.exitCode > 0).map(({ taskId }) => taskId);
  const cached = tasks.filter(({ cache }) => cache.status === "HIT").length;
  return { code: status, failed, cached, tasks: tasks.length };
}

/** The files of the project as they are now, in a repository of their own. */
function copyProject() {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: top,
    encoding: "utf8",
  });
  for (const path of listed.split("\0").filter((one) => one !== "" && existsSync(join(top, one)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(top, path), join(copy, path));
  }
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "All");
}

function git(...words) {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], { cwd: copy });
}
