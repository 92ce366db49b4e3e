import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readScenarios } from "../src/index.ts";

const bin = fileURLToPath(new URL("../bin.js", import.meta.url));
const ccdag = fileURLToPath(new URL("../../../apps/cli/bin.js", import.meta.url));
const adapter = fileURLToPath(new URL("../examples/adapter.py", import.meta.url));
const run = async (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [bin, ...args], { maxBuffer: 1 << 28 }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout + error.stderr,
    }),
  );

describe("the suite, as it is run", () => {
  // All of them are read in one process: `tooling/conformance/kit.slow.test.ts`.
  it.each(["recorded/2.1.200", "trials"])("scores the ccdag of the command line at 100 %% on %s", async (names) => {
    const command = `"${process.execPath}" "${ccdag}" export {projects} --to json -o - -q`;
    const { code, stdout } = await run("--only", names, "--fails", "--run", command);
    expect(stdout).toMatch(/\n(\d+) of \1 passed\n$/);
    expect(code).toBe(0);
  });

  it("scores a reader in Python that reads from top to bottom, and says what it gets wrong", async () => {
    const { code, stdout } = await run("--only", "07-resume", "--fails", "--run", `python3 "${adapter}" {file}`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^recorded\/1\.0\.58\/07-resume\n {2}duplicates: /m);
    expect(stdout).toContain("Not judged, because the output is no tree: branches, agents, sessions, active");
  });

  it("says of a tool that fails why, and continues", async () => {
    const { code, stdout } = await run("--only", "shapes/rewind", "--fails", "--run", "no-such-tool {project}");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/failed: .*no-such-tool/)]);
  });

  it("lists its scenarios, each with another name", async () => {
    const { stdout } = await run("--list");
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength((await readScenarios()).length);
  });
});
