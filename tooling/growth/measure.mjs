// Measures how the time of commands grows with a hostile archive: in n lines and in four times as many.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFiles } from "./shapes.mjs";

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

/** The command line as it is packed: it starts in half the time. */
const bin = fileURLToPath(new URL("../../apps/cli/out/ccdag/bin.js", import.meta.url));

/** The CPU times of commands on a shape with a number of lines, by command, in milliseconds. */
export function commandTimes(shape, lines, names) {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-growth-"));
  try {
    for (const [path, value] of makeFiles(shape, lines)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), value);
    }
    return Object.fromEntries(names.map((name) => [name, commandTime(commands[name], folder)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function commandTime(args, folder) {
  const { status, signal, output } = spawnSync(
    process.execPath,
    ["--import", new URL("cpu.mjs", import.meta.url).href, bin, ...args, folder],
    { stdio: ["ignore", "ignore", "ignore", "pipe"], encoding: "utf8" },
  );
  // A shape without such a record, or one with a finding, ends with 1 or 2.
  if (status === null || status > 3) throw new Error(`Unexpected end of ${args.join(" ")}: ${signal ?? status}`);
  return Number(output[3]);
}
