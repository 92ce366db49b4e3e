// Measures how the time of commands grows with a hostile archive: in n lines and in four times as many.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "ccdag";
import { makeFiles } from "../growth/shapes.mjs";

/** The commands that read an archive, with the arguments before its folder. */
export const commands = {
  check: ["check"],
  markdown: ["export", "--to", "markdown"],
  json: ["export", "--to", "json"],
  tree: ["tree"],
  usage: ["usage"],
  agents: ["agents"],
  branches: ["branches"],
  explain: ["explain", "e0"],
};

/** The processor times of commands on a shape with a number of lines, by command, in milliseconds. */
export async function commandTimes(shape, lines, names) {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-growth-"));
  const times = {};
  try {
    for (const [path, value] of makeFiles(shape, lines)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), value);
    }
    for (const name of names) times[name] = await commandTime(commands[name], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return times;
}

/** In this process: the start of another one would hide how the rest grows. */
async function commandTime(args, folder) {
  const io = {
    stdin: (async function* () {})(),
    stdout: async () => {},
    stderr: () => {},
    cwd: folder,
    env: {},
    isTerminal: false,
  };
  const before = process.cpuUsage();
  const code = await run([...args, folder, "--no-cache"], io);
  const { user, system } = process.cpuUsage(before);
  // A shape without such a record, or one with a finding, ends with 1 or 2.
  if (code > 3) throw new Error(`Unexpected end of ${args.join(" ")}: ${code}`);
  return (user + system) / 1000;
}
