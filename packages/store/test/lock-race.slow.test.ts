import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type * as Files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { quickNode } from "../../../tooling/tests/quick-node.ts";
import { openStore, type StoreError } from "../src/index.ts";

/** Called before and after this process has moved a file, which is when others may do something. */
let meanwhile: () => Promise<void> = async () => {};

vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof Files>();
  return {
    ...files,
    rename: async (from: string, to: string) => {
      await meanwhile();
      await files.rename(from, to);
      await meanwhile();
    },
  };
});

const script = fileURLToPath(new URL("hold-store.mjs", import.meta.url));

/** What another process says when it opens the folder: `open`, or a code. It has the folder until the test ends. */
async function other(folder: string): Promise<{ word: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...quickNode, script, folder, ""], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const word = await new Promise<string>(
    (resolve) => void createInterface({ input: child.stdout }).once("line", resolve),
  );
  return { word, child };
}

test("issue 42: whoever finds the lock of a dead process while others take it over, one has the folder", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "ccdag-store-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const folder = join(scratch, "store");
  const dead = await other(folder);
  expect(dead.word).toBe("open");
  dead.child.kill("SIGKILL");
  await once(dead.child, "exit");
  const words: string[] = [];
  meanwhile = async () => void words.push((await other(folder)).word);
  const mine = openStore(folder);
  words.push(
    await mine.then(
      () => "open",
      (error: StoreError) => error.code,
    ),
  );
  expect(words.length).toBeGreaterThanOrEqual(3);
  expect(words.filter((word) => word === "open")).toHaveLength(1);
  await (await mine.catch(() => undefined))?.close();
});
