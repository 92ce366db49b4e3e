import { cpSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { patience } from "../gate/patience.mjs";
import { archive } from "./archives.ts";
import { call } from "./calls.ts";
import { check } from "./check.ts";
import { clear, createWorld, type World } from "./world.ts";

/** How long to search, in seconds: half a minute with the other tests, ten minutes for `pnpm --filter @ccdag/fuzz start`. */
const seconds = Number(process.env["CCDAG_FUZZ_SECONDS"] ?? 30);

const slowness = patience();

/** With the other tests the same archives are made each time: a test must not fail by chance. */
const isShort = seconds <= 30;
const seed = Number(process.env["CCDAG_FUZZ_SEED"] ?? (isShort ? 20 : Date.now() % 2 ** 31));

/** Where the smallest archive that a command failed for is kept. */
const kept = join(tmpdir(), "ccdag-fuzz-failure");

it(
  `no archive makes a command fail, hang, lose a line, follow a link or write outside of its output (${seconds} s)`,
  async () => {
    let runs = 0;
    let failed = "";
    const calls = fc.array(call, { minLength: 3, maxLength: 3 });
    const layout = fc.constantFrom("folder", "folder", "project", "here");
    const property = fc.asyncProperty(archive, calls, layout, async (files, made, where) => {
      const world = createWorld(files, where);
      try {
        for (const one of [...made, { argv: ({ input }: World) => ["check", input] }]) {
          try {
            await check(one, world);
          } catch (error) {
            failed = `ccdag ${one.argv(world).join(" ")}`.replaceAll(world.input, kept);
            keep(world, failed);
            throw error;
          }
          clear(world);
          runs++;
        }
      } finally {
        rmSync(world.folder, { recursive: true, force: true });
      }
    });
    const found = await fc.check(property, {
      seed,
      numRuns: isShort ? 250 : Infinity,
      // On a busy machine as much is tried as on a quiet one.
      interruptAfterTimeLimit: seconds * 1000 * slowness,
      markInterruptAsFailure: false,
    });
    if (found.failed) throw new Error(`${failed} (seed ${seed})`, { cause: found.errorInstance });
    expect(runs).toBeGreaterThan(0);
    console.log(`${runs} commands, seed ${seed}`);
  },
  (seconds + 300) * 1000 * slowness,
);

/** Keep the archive of a failure, with its command. */
function keep({ input }: World, command: string): void {
  rmSync(kept, { recursive: true, force: true });
  cpSync(input, kept, { recursive: true, verbatimSymlinks: true, filter: (path) => !lstatSync(path).isFIFO() });
  writeFileSync(join(kept, "command.txt"), `${command}\n`);
}
