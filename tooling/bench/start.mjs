// `pnpm bench start`: how much longer than Node alone the published command line takes for `--version` and `--help`. It fails where
// that is more than was promised.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stageProgram } from "../bundle/stage.mjs";

/** Milliseconds above Node. */
const limits = { "--version": 60, "--help": 150 };
/** Other work disturbs a measurement: what is too slow is measured again this often. */
const rounds = 5;
const runs = 20;

const folder = mkdtempSync(join(tmpdir(), "ccdag-start-"));
try {
  // As npm installs it; it needs none of the packages beside it.
  const installed = join(folder, "node_modules/ccdag");
  await stageProgram(installed);
  const program = join(installed, "bin.js");
  const calls = {
    node: ["-e", "0"],
    ...Object.fromEntries(Object.keys(limits).map((flag) => [flag, [program, flag]])),
  };
  let above = measure(calls);
  for (let round = 1; round < rounds && slow(above).length > 0; round++) above = measure(calls);
  for (const [flag, limit] of Object.entries(limits))
    console.log(`${flag.padEnd(10)} ${above[flag].toFixed(0)} ms above Node, expected at most ${limit} ms`);
  if (slow(above).length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function slow(above) {
  return Object.keys(limits).filter((flag) => above[flag] > limits[flag]);
}

/** The median of each call less that of Node. The calls take turns, so that other work meets all of them. */
function measure(calls) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  // The first run compiles.
  for (let run = -1; run < runs; run++)
    for (const [name, argv] of Object.entries(calls)) {
      const began = performance.now();
      spawnSync(process.execPath, argv, { stdio: "ignore" });
      if (run >= 0) times[name].push(performance.now() - began);
    }
  const [node, ...others] = Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)[runs >> 1]]);
  return Object.fromEntries(others.map(([name, median]) => [name, median - node[1]]));
}
