import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ccdag, sample } from "./world.ts";

describe("the binary", () => {
  const bin = new URL("../bin.js", import.meta.url).pathname;
  const call = (...argv: string[]) =>
    spawnSync(process.execPath, [bin, ...argv], { encoding: "utf8", maxBuffer: 1 << 28 });

  it("runs, and prints its version", () => {
    expect(existsSync(bin)).toBe(true);
    expect(call("--version")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    const { status, stdout, stderr } = call("export", sample);
    expect([status, stderr, stdout.startsWith("# ")]).toEqual([0, "", true]);
    expect(call("export", "/nowhere").status).toBe(2);
  });

  it.each(["export", "check", "branches", "tree", "agents", "diff", "explain"])(
    "the help of %s has an example",
    (command) => {
      expect(call(command, "--help").stdout).toMatch(/Example:\n {2}\$ ccdag /);
    },
  );

  it("writes the same bytes for the same input in every time zone and language", async () => {
    const [first, second] = await Promise.all([ccdag(["export", sample]), ccdag(["export", sample])]);
    expect(second.stdout).toBe(first.stdout);
    for (const env of [
      { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8" },
      { TZ: "America/New_York", LANG: "C" },
    ]) {
      const { stdout } = spawnSync(process.execPath, [bin, "export", sample], {
        encoding: "utf8",
        env: { ...process.env, ...env },
        maxBuffer: 1 << 28,
      });
      expect(stdout).toBe(first.stdout);
    }
  });
});
