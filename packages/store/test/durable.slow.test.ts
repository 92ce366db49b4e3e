import { execFileSync } from "node:child_process";
import fs, { copyFileSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { scratch } from "../../../tooling/tests/scratch.ts";
import { openStore, type Store } from "../src/index.ts";
import { say, textsOf, user } from "./say.ts";

/** Count what this process flushes to the disk, until the test ends. */
function countFlushes(): () => number {
  const { fsyncSync } = fs;
  let count = 0;
  fs.fsyncSync = (descriptor) => {
    count++;
    fsyncSync(descriptor);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
  return () => count;
}

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });

/** Why no disk can be made in a file, and used; nothing where it can. */
function whyNoDisk(): string | undefined {
  const folder = scratchOf();
  try {
    makeDisk(join(folder, "disk"), 8);
    mount(join(folder, "disk"), join(folder, "place"));
    run("umount", "-l", join(folder, "place"));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scratchOf(): string {
  return fs.mkdtempSync(join(fs.realpathSync("/tmp"), "ccdag-disk-"));
}

function makeDisk(path: string, megabytes: number): void {
  run("truncate", "-s", `${megabytes}M`, path);
  run("mkfs.ext4", "-q", path);
}

function mount(disk: string, place: string): void {
  mkdirSync(place, { recursive: true });
  run("mount", "-o", "loop", disk, place);
}

/** Append to all sessions at once until the signal, and note what was acknowledged. */
async function writeTo(
  store: Store,
  ids: readonly string[],
  acknowledged: string[][],
  end: AbortSignal,
): Promise<void> {
  const write = async (id: string, writer: number) => {
    while (!end.aborted) {
      const text = `${writer} ${acknowledged[writer]!.length}`;
      await store.append(id, user(text));
      acknowledged[writer]!.push(text);
    }
  };
  await Promise.all(ids.map(write));
}

/** Check that each session holds at least so many messages, each once and in order. */
async function checkBranches(store: Store, ids: readonly string[], atLeast: readonly number[]): Promise<void> {
  for (const [writer, id] of ids.entries()) {
    const texts = textsOf((await store.path(id)).items);
    expect(texts.length).toBeGreaterThanOrEqual(atLeast[writer]!);
    expect(texts.map((text) => text.slice(0, 12).trimEnd())).toEqual(texts.map((_, number) => `${writer} ${number}`));
  }
}

const noDisk = process.platform === "linux" ? whyNoDisk() : "there is no Linux";
// oxlint-disable-next-line no-console -- nobody should believe that all was tested
if (noDisk !== undefined) console.warn(`The power failure of a store in a folder is skipped: ${noDisk}`);

describe("a store in a folder, and the disk", () => {
  test("issue 42: what is stored is flushed before a call returns, together where calls are made at once; a read flushes nothing", async () => {
    const store = await openStore(join(scratch(), "store"));
    const sessions = await Promise.all(Array.from({ length: 12 }, () => store.createSession()));
    const flushes = countFlushes();
    for (let number = 1; number <= 5; number++) {
      await say(store, sessions[0]!.id, `${number}`);
      expect(flushes()).toBeGreaterThanOrEqual(number);
    }
    const [alone, before] = [flushes() / 5, flushes()];
    await Promise.all(sessions.map(({ id }) => say(store, id, "at once")));
    expect(flushes() - before).toBeGreaterThan(0);
    expect(flushes() - before).toBeLessThan((alone * sessions.length) / 2);
    const all = flushes();
    await store.messages(sessions[0]!.id);
    expect(flushes()).toBe(all);
    await store.close();
  });

  test("issue 42: `durable: false` flushes nothing", async () => {
    const flushes = countFlushes();
    const store = await openStore(join(scratch(), "store"), { durable: false });
    const { id } = await store.createSession();
    await say(store, id, "1");
    await store.close();
    expect(flushes()).toBe(0);
  });

  test.skipIf(noDisk !== undefined)(
    "issue 42: what was acknowledged before a power failure is there, once, and each branch is whole",
    { timeout: killLimit },
    async () => {
      const folder = scratchOf();
      const [disk, place] = [join(folder, "disk"), join(folder, "place")];
      makeDisk(disk, 256);
      mount(disk, place);
      const store = await openStore(join(place, "store"));
      const ids = await Promise.all(Array.from({ length: 8 }, async () => (await store.createSession()).id));
      const acknowledged = ids.map((): string[] => []);
      try {
        for (let failure = 0; failure < kills; failure++) {
          const end = new AbortController();
          const writers = writeTo(store, ids, acknowledged, end.signal);
          await setTimeout(200 + 37 * (failure % 10));
          const before = acknowledged.map(({ length }) => length);
          // What is on the disk in this moment: what waits in the memory of the machine is not.
          const [copy, other] = [join(folder, "copy"), join(folder, `copy-${failure}`)];
          copyFileSync(disk, copy);
          end.abort();
          await writers;
          mount(copy, other);
          // The lock names this process, which lives: after a real failure it would not.
          rmSync(join(other, "store", "lock.json"), { force: true });
          const found = await openStore(join(other, "store"));
          await checkBranches(found, ids, before);
          await found.close();
          run("umount", "-l", other);
        }
      } finally {
        await store.close();
        run("umount", "-l", place);
        rmSync(folder, { recursive: true, force: true });
      }
      const total = acknowledged.reduce((sum, { length }) => sum + length, 0);
      expect(total).toBeGreaterThan(kills);
      // oxlint-disable-next-line no-console -- says that it happened
      console.log(`power failure of a folder: ${kills} failures, ${total} messages`);
    },
  );

  test.skipIf(noDisk !== undefined)(
    "issue 42: a disk that is full loses nothing that was acknowledged, and no call waits for ever",
    { timeout: killLimit },
    async () => {
      const folder = scratchOf();
      const [disk, place] = [join(folder, "disk"), join(folder, "place")];
      makeDisk(disk, 160 + 16 * kills);
      mount(disk, place);
      let acknowledged = 0;
      try {
        const store = await openStore(join(place, "store"));
        const { id } = await store.createSession();
        for (let time = 0; time < kills; time++) {
          // Less than a file of the log needs; what else is stored may be what finds no place.
          const { bavail, bsize } = statfsSync(place);
          run("fallocate", "-l", `${bavail * bsize - 6_000_000 - 100_000 * (time % 20)}`, join(place, "ballast"));
          const open = time === 0 ? store : await openStore(join(place, "store"));
          const fill = async () => {
            for (;;) {
              await open.append(id, user(`0 ${acknowledged}${" ".repeat(20)}${"x".repeat(1500)}`));
              acknowledged++;
            }
          };
          await expect(fill()).rejects.toThrow(/The disk of the database is full|No space left on device/);
          // It may be refused, but it is answered.
          await Promise.allSettled([open.messages(id)]);
          await open.close();
          rmSync(join(place, "ballast"));
          const again = await openStore(join(place, "store"));
          await checkBranches(again, [id], [acknowledged]);
          acknowledged = (await again.path(id)).items.length;
          await again.close();
        }
      } finally {
        run("umount", "-l", place);
        rmSync(folder, { recursive: true, force: true });
      }
      // oxlint-disable-next-line no-console -- says that it happened
      console.log(`disk full: ${kills} times, ${acknowledged} messages`);
    },
  );
});
