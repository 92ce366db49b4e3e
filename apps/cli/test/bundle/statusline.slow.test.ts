import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { placesOf } from "../../src/status-text.ts";
import { answer, statusWorld } from "../statusline-world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;

it("the published status line, a file of its own, shows what the other files remember", async () => {
  const { env, transcript } = statusWorld(answer("a", Date.now()));
  const input = JSON.stringify({ model: { display_name: "Opus" }, transcript_path: transcript });
  const run = () => spawnSync(process.execPath, [bin, "statusline"], { encoding: "utf8", input, env: { ...env } });
  expect(run()).toMatchObject({ status: 0, stdout: "Opus\n", stderr: "" });
  while (!existsSync(placesOf({ env, cwd: "/" })!.memory)) await setTimeout(50);
  expect(run().stdout).toMatch(/^Opus · ~\$0\.00\d+ today · ~\$0\.0030 block, ~\d h( \d+ min)? left\n$/);
});
