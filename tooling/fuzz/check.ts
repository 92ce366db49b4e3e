import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { type Io, run } from "ccdag";
import { expect } from "vitest";
import { stuckAfter } from "../tests/limits.ts";
import type { Call } from "./calls.ts";
import { faultsOf } from "./outputs.ts";
import { serveAll } from "./serve.ts";
import { filesOf, type World, written } from "./world.ts";

/** What a command may take for each kB of input, and what it takes for nothing, in milliseconds of CPU. */
const perKb = 50;
const base = 1000;
/** Processor time grows, too, while other work shares the cores: see `tooling/gate/patience.mjs`. */
const slowness = Math.min(4, Math.max(1, Number(process.env["CCDAG_PATIENCE"] ?? 1)));

/** What commands remember of one another, outside of the world that they must not change. */
const cache = mkdtempSync(join(tmpdir(), "ccdag-fuzz-cache-"));
process.once("exit", () => rmSync(cache, { recursive: true, force: true }));

/** Run a command in this process, and check everything that holds for any input. */
export async function check({ argv: make, format }: Call, world: World): Promise<void> {
  const argv = make(world);
  let [stdout, stderr] = ["", ""];
  const io: Io = {
    stdin: stdinOf(world),
    stdout: async (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    cwd: world.folder,
    env: { HOME: world.folder, CCDAG_CACHE: cache },
    isTerminal: false,
  };
  const start = process.cpuUsage();
  const { code, faults } = await inTime(
    argv[0] === "serve" ? serveAll(argv, io) : run(argv, io).then((result) => ({ code: result, faults: [] })),
  );
  const { user, system } = process.cpuUsage(start);
  expect([code, stderr]).toEqual([expect.toBeOneOf([0, 1, 2, 3]), stderr]);
  expect(stderr).not.toMatch(/\n {4}at |RangeError|TypeError/);
  expect(faults).toEqual([]);
  // Milliseconds of CPU for all bytes of the archive.
  expect((user + system) / 1000).toBeLessThan(slowness * (base + (perKb * world.bytes) / 1000));
  expect(faultsOf(stderr, undefined)).toEqual([]);
  if (stdout !== "") expect(faultsOf(stdout, format ?? (argv.includes("--json") ? "json" : undefined))).toEqual([]);
  if (argv[0] === "check") expect(stdout).not.toMatch(stderr.includes("could not be ordered") ? lost : lostOrMoved);
  for (const [path, content] of written(world)) {
    expect(path).toMatch(/^[^\p{Cc}\p{Cf}\\]+$/u);
    // The list of what an export has written is JSON, whatever the documents are.
    const own = path === ".ccdag-export.json" ? "json" : format;
    const kind = argv[0] === "mask" ? "mask" : (own ?? extname(path).slice(1));
    if (!path.includes("attachments/")) expect([path, faultsOf(String(content), kind)]).toEqual([path, []]);
  }
  expect(filesOf(world.folder)).toEqual(world.before);
}

const lost = /does not balance|\b(?:Lost|Doubled|Changed): |In the tree, but/;
/** Records whose parents form a cycle have no order, and a message says so; all others have one. */
const lostOrMoved = new RegExp(`${lost.source}|Out of order`);

/** What is piped into a command: the first transcript of the archive, if it is one. */
async function* stdinOf({ input, before }: World): AsyncGenerator<Uint8Array> {
  if (before.some((row) => /(?:^|\/)s0\.jsonl [0-9a-f]{40}$/.test(row))) yield readFileSync(join(input, "s0.jsonl"));
}

async function inTime<T>(running: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Still running after ${stuckAfter / 1000} s`)), stuckAfter);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}
