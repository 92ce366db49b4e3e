// `pnpm bench start`: how much longer than Node alone the published command line takes for `--version`, `--help`, and the status
// line, which a client waits for at each answer. It fails where the processor time is more than was promised; the time until it ends depends on what else the machine does.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stageProgram } from "../bundle/stage.mjs";
import { measureNode } from "./archive-measure.mjs";

/** Milliseconds above Node, where Node alone takes {@link usualNode}; a slower machine has more, in proportion. */
const limits = { "--version": 60, "--help": 150, statusline: 30 };
/** Milliseconds of processor time of `node -e 0` with what measures it. */
const usualNode = 24;
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
  const env = rememberedSession(program);
  const above = measure(calls, env);
  for (let round = 1; round < rounds && slow(above).length > 0; round++) lower(above, measure(calls, env));
  console.log(`Node alone takes ${above.node.user.toFixed(0)} ms of processor time.`);
  for (const flag of Object.keys(limits))
    console.log(
      `${flag.padEnd(10)} ${above[flag].user.toFixed(0)} ms of processor time above Node, expected at most ${limitOf(flag, above).toFixed(0)} ms; ` +
        `${above[flag].wall.toFixed(0)} ms until it ended`,
    );
  if (slow(above).length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function answer(id) {
  const message = { id: `m${id}`, model: "claude-sonnet-4-5", usage: { output_tokens: id }, content: "x".repeat(2000) };
  return { type: "assistant", timestamp: new Date().toISOString(), message };
}

/** A day of a session, of which a part was appended since it was remembered; the environment in which it is found. */
function rememberedSession(program) {
  const env = { CLAUDE_CONFIG_DIR: join(folder, "client"), CCDAG_CACHE: join(folder, "cache") };
  const project = join(env.CLAUDE_CONFIG_DIR, "projects/-srv-app");
  mkdirSync(project, { recursive: true });
  const write = (from, to) => {
    for (let id = from; id < to; id++) appendFileSync(join(project, "s.jsonl"), `${JSON.stringify(answer(id))}\n`);
  };
  write(0, 2000);
  execFileSync(process.execPath, [program, "statusline", "--refresh"], { env: { ...process.env, ...env } });
  write(2000, 2020);
  return env;
}

function slow(above) {
  return Object.keys(limits).filter((flag) => above[flag].user > limitOf(flag, above));
}

function limitOf(flag, { node }) {
  return limits[flag] * Math.max(1, node.user / usualNode);
}

function lower(above, others) {
  for (const flag of Object.keys(limits))
    for (const field of ["user", "wall"]) above[flag][field] = Math.min(above[flag][field], others[flag][field]);
}

/** The medians of Node, and of each call less that of Node. The calls take turns, so that other work meets all of them. */
function measure(calls, env) {
  const found = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  // The first run compiles.
  for (let run = -1; run < runs; run++)
    for (const [name, argv] of Object.entries(calls)) {
      const one = measureNode(argv, { runs: 1, env });
      if (run >= 0) found[name].push(one);
    }
  const medianOf = (name, field) => found[name].map((one) => 1000 * one[field]).sort((a, b) => a - b)[runs >> 1];
  const node = { user: medianOf("node", "user"), wall: medianOf("node", "wall") };
  const above = (flag) => ({ user: medianOf(flag, "user") - node.user, wall: medianOf(flag, "wall") - node.wall });
  return { node, ...Object.fromEntries(Object.keys(limits).map((flag) => [flag, above(flag)])) };
}
