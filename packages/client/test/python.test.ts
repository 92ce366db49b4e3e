import { execFile, execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { serveForTests } from "./serve.ts";

const served = serveForTests();
const folder = new URL("../../../clients/python/", import.meta.url);

/** Why the client for Python cannot be run here; absent if it can. */
function whyNot(): string | undefined {
  try {
    execFileSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number };
    if (code === "ENOENT") return "there is no python3";
    if (status === 1) return "python3 is older than 3.9";
    throw error;
  }
}

const reason = whyNot();
if (reason !== undefined) process.stderr.write(`The client for Python is not tested: ${reason}.\n`);

/** A Python that has what programs are built with, such as that of a venv. */
const withKits = process.env["CCDAG_PYTHON"] ?? "python3";
const kits = [
  { script: "check_agents.py", module: "agents", packages: "openai-agents", does: "a session of the Agents SDK" },
  {
    script: "check_langgraph.py",
    module: "langgraph.checkpoint.conformance, langgraph.graph",
    packages: "langgraph langgraph-checkpoint-conformance",
    does: "a checkpointer that passes LangGraph's suite",
  },
].map((kit) => ({ ...kit, isThere: spawnSync(withKits, ["-c", `import ${kit.module}`]).status === 0 }));
for (const { isThere, script, packages } of kits)
  if (!isThere) process.stderr.write(`${script} is not run: ${withKits} has no ${packages}.\n`);

/** Run Python in the folder of the client. */
function python(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  // The server is on this machine, whatever proxy the environment names.
  const env = {
    ...process.env,
    CCDAG_STORE_URL: served.url,
    CCDAG_STORE_TOKEN: served.token,
    NO_PROXY: "*",
    no_proxy: "*",
  };
  const program = args[0]!.startsWith("check_") ? withKits : "python3";
  return promisify(execFile)(program, ["-B", ...args], { cwd: folder, env });
}

describe.skipIf(reason !== undefined)("the client for Python", () => {
  test("S007 S010 S012 S013 S018 S019 passes its tests against a server: the calls of seed 004 exist and run", async () => {
    const { stderr } = await python("-m", "unittest");
    const tests = readFileSync(new URL("test_ccdag_store.py", folder), "utf8").match(/^ {4}def test_/gm);
    expect(tests!.length).toBeGreaterThan(15);
    expect(stderr).toContain(`Ran ${tests!.length} tests`);
    expect(stderr).toMatch(/\nOK\n$/);
  });

  for (const { script, does, isThere } of kits)
    test.skipIf(!isThere)(`issue 42: ${does} is there for Python: ${script}`, async () => {
      expect((await python(script)).stdout).toMatch(/^OK\b/);
    });

  test("does what its README says", async () => {
    const [, code] = /```python\n([^]*?)```/.exec(readFileSync(new URL("README.md", folder), "utf8"))!;
    const said = [...code!.matchAll(/^# (.*)$/gm)].map(([, line]) => line);
    expect(said).toHaveLength(3);
    const { stdout } = await python(
      "-c",
      code!.replace(`"http://127.0.0.1:8765/api/v1"`, `"${served.url}", "${served.token}"`),
    );
    expect(stdout.trim().split("\n")).toEqual(said);
  });
});
