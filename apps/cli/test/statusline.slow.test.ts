import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { lock } from "@ccdag/keep/write";
import { describe, expect, it } from "vitest";
import { placesOf } from "../src/status-text.ts";
import { answer, statusWorld } from "./statusline-world.ts";
import { put } from "./world.ts";

describe("the program of the status line", () => {
  const bin = fileURLToPath(new URL("../out/ccdag/bin.js", import.meta.url));
  const run = (env: object, input: string, ...words: string[]) =>
    spawnSync(process.execPath, [bin, "statusline", ...words], {
      encoding: "utf8",
      input,
      env: { ...env } as NodeJS.ProcessEnv,
    });

  it("prints at once, and looks at all projects in a process of its own", async () => {
    // The running block has been running for a while whatever the time is; a day may end.
    const { env, transcript } = statusWorld(answer("a", Date.now()));
    const said = JSON.stringify({ model: { display_name: "Opus" }, transcript_path: transcript });
    expect(run(env, said)).toMatchObject({ status: 0, stdout: "Opus\n", stderr: "" });
    const { memory, started } = placesOf({ env, cwd: "/" })!;
    const begun = statSync(started).mtimeMs;
    run(env, said);
    expect(statSync(started).mtimeMs).toBe(begun);
    while (!existsSync(memory)) await setTimeout(50);
    expect(run(env, said).stdout).toMatch(/^Opus · ~\$0\.00\d+ today · ~\$0\.0030 block, ~\d h( \d+ min)? left\n$/);
  });

  it("one process at a time looks at all projects; where nothing can be remembered none is started", async () => {
    const { env, home } = statusWorld(answer("a", Date.now()));
    const places = placesOf({ env, cwd: "/" })!;
    const unlock = await lock(places.lock, "test");
    expect(run(env, "", "--refresh").status).toBe(2);
    expect(existsSync(places.memory)).toBe(false);
    await unlock();
    put(home, "file", "");
    expect(run({ ...env, CCDAG_CACHE: join(home, "file") }, "{}")).toMatchObject({ status: 0, stdout: "\n" });
    expect(readdirSync(home)).not.toContain("file.lock");
  });
});
