import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { resumeWorld } from "./resume-world.ts";
import { read } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;

describe("ccdag resume", () => {
  it("starts the client in the folder of the session, with its streams and its exit code", () => {
    const { home, app, env } = resumeWorld();
    const options = { cwd: home, env, input: "hello\n", encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "resume", "aaaa1111"], options);
    expect([status, stdout]).toEqual([7, "got hello\n"]);
    expect(stderr).toBe(`${app}: claude --resume aaaa1111-1\n`);
    expect(read(home, "log")).toBe(`${app}\n--resume aaaa1111-1\n`);
  });
});
