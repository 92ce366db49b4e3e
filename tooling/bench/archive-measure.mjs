// Runs a program, and measures what it takes: processor time, time and memory.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command line. */
export const cli = fileURLToPath(new URL("../../apps/cli/bin.js", import.meta.url));
const report = new URL("report-usage.mjs", import.meta.url).href;

/**
 * Measure a program of Node, without its children.
 *
 * @param argv the script and its arguments.
 * @param options `prepare`: called before each run; `runs`: how many runs (default: 2, the least counts, because other
 *   work disturbs both); `env`: more environment variables.
 * @returns seconds of processor time and of time, the largest memory in MB, and the length of what was printed.
 */
export function measureNode(argv, { prepare = () => {}, runs = 2, env = {} } = {}) {
  return least(runs, prepare, () => {
    const { wall, stdout, stderr } = runProgram(process.execPath, ["--import", report, ...argv], {
      CCDAG_BENCH: "1",
      ...env,
    });
    const [, user, memory] = /\[usage (\d+) (\d+)\]/.exec(stderr);
    return { user: user / 1e6, wall, memory: memory / 1024, printed: stdout.length };
  });
}

/** The same for any program, with its children; the memory is that of the largest process. */
export function measureProgram(command, argv, { prepare = () => {}, runs = 2, env = {} } = {}) {
  return least(runs, prepare, () => {
    const { wall, stderr } = runProgram("/usr/bin/time", ["-f", "[usage %U %M]", command, ...argv], env);
    const [, user, memory] = /\[usage ([\d.]+) (\d+)\]\s*$/.exec(stderr);
    return { user: Number(user), wall, memory: memory / 1024, printed: 0 };
  });
}

function runProgram(command, argv, env) {
  const began = performance.now();
  const options = { encoding: "utf8", maxBuffer: 2e9, env: { ...process.env, ...env } };
  const { stdout, stderr, status } = spawnSync(command, argv, options);
  if (status !== 0) throw new Error(`${command} ${argv.join(" ")}: ${String(stderr).slice(-500)}`);
  return { wall: (performance.now() - began) / 1000, stdout, stderr };
}

function least(runs, prepare, run) {
  const found = Array.from({ length: runs }, () => {
    prepare();
    return run();
  });
  const of = (field) => Math.min(...found.map((one) => one[field]));
  return { user: of("user"), wall: of("wall"), memory: of("memory"), printed: found[0].printed };
}

/** The bytes of all files in a folder; 0 if there is none. */
export function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files.reduce((sum, one) => sum + (one.isFile() ? statSync(join(one.parentPath, one.name)).size : 0), 0);
}
