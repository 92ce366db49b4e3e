import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { quickNode } from "../../../tooling/tests/quick-node.ts";
import { openStore } from "../src/index.ts";
import { codeOf, say, textsOf } from "./say.ts";

const script = fileURLToPath(new URL("hold-store.mjs", import.meta.url));

describe("a store in a folder, and other processes", () => {
  let scratch: string;
  const children: ChildProcess[] = [];

  /** A process that opens a folder, and its first word: `open` or a code. */
  function hold(folder: string, session = ""): { child: ChildProcess; word: Promise<string> } {
    const child = spawn(process.execPath, [...quickNode, script, folder, session], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(child);
    const word = new Promise<string>((resolve) => {
      createInterface({ input: child.stdout! })
        .once("line", resolve)
        .once("close", () => resolve("ended"));
    });
    return { child, word };
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async function letGo(child: ChildProcess): Promise<void> {
    const ended = once(child, "exit");
    child.stdin!.end();
    await ended;
  }

  beforeAll(() => void (scratch = mkdtempSync(join(tmpdir(), "ccdag-store-"))));
  afterEach(() => Promise.all(children.splice(0).map(kill)));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test("what another process has open is refused until it ends, in both directions", async () => {
    const folder = join(scratch, "two");
    const store = await openStore(folder);
    const { id } = await store.createSession();
    await say(store, id, "mine");
    expect(await hold(folder).word).toBe("STORE_IN_USE");
    await store.close();
    const { child, word } = hold(folder, id);
    expect(await word).toBe("open");
    expect(await codeOf(openStore(folder))).toBe("STORE_IN_USE");
    await letGo(child);
    const again = await openStore(folder);
    expect(textsOf((await again.path(id)).items)).toEqual(["mine", "child"]);
    await again.close();
  });

  test("what a killed process had open is taken over, with what it stored", async () => {
    const folder = join(scratch, "killed");
    const store = await openStore(folder);
    const { id } = await store.createSession();
    await store.close();
    for (let round = 1; round <= 3; round++) {
      const { child, word } = hold(folder, id);
      expect(await word).toBe("open");
      await kill(child);
      expect([child.signalCode, existsSync(join(folder, "lock.json"))]).toEqual(["SIGKILL", true]);
      const again = await openStore(folder);
      expect(textsOf((await again.path(id)).items)).toHaveLength(round);
      await again.close();
    }
  });

  test("of several processes that find the lock of a dead one, one opens the folder", async () => {
    const folder = join(scratch, "many");
    const { child, word } = hold(folder);
    expect(await word).toBe("open");
    await kill(child);
    for (let round = 0; round < 4; round++) {
      const holders = Array.from({ length: 6 }, () => hold(folder));
      const words = await Promise.all(holders.map((holder) => holder.word));
      expect(words.filter((one) => one === "open")).toHaveLength(1);
      expect(words.filter((one) => one === "STORE_IN_USE")).toHaveLength(5);
      await Promise.all(holders.map((holder) => kill(holder.child)));
      expect(readdirSync(folder).sort()).toEqual(["ccdag-store.json", "database", "lock.json"]);
    }
  });

  test("a first creation that ended before the database was whole starts again", async () => {
    const folder = join(scratch, "half");
    mkdirSync(join(folder, "database", "base"), { recursive: true });
    writeFileSync(join(folder, "database", "PG_VERSION"), "");
    writeFileSync(join(folder, "database.unfinished"), "");
    writeFileSync(join(folder, "ccdag-store.json"), "");
    const store = await openStore(folder);
    const { id } = await store.createSession();
    await say(store, id, "1");
    await store.close();
    expect(readdirSync(folder).sort()).toEqual(["ccdag-store.json", "database"]);
  });

  test("a first creation that is killed at any moment starts again", { timeout: killLimit }, async () => {
    // How long a whole one takes here, so that the moments are spread over all of it.
    const began = performance.now();
    const whole = hold(join(scratch, "whole"));
    expect(await whole.word).toBe("open");
    const takes = performance.now() - began;
    await letGo(whole.child);
    const left = new Set<string>();
    for (let moment = 1; moment <= kills; moment++) {
      const folder = join(scratch, `creation ${moment}`);
      const { child } = hold(folder);
      await setTimeout((takes * moment) / (kills + 1));
      await kill(child);
      if (child.signalCode === "SIGKILL" && existsSync(folder)) left.add(readdirSync(folder).sort().join(" "));
      const store = await openStore(folder);
      const { id } = await store.createSession();
      await say(store, id, "1");
      expect(textsOf((await store.path(id)).items)).toEqual(["1"]);
      await store.close();
      expect(readdirSync(folder).filter((name) => !name.startsWith("lock.json"))).toEqual([
        "ccdag-store.json",
        "database",
      ]);
    }
    // At least one was killed with something half made.
    expect([...left].some((names) => names.includes("database.unfinished"))).toBe(true);
  });
});
