import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveStore } from "../src/index.ts";

/** A Python that has the SDK, such as that of a venv: `pip install acontext==0.1.22`. */
const python = process.env["CCDAG_PYTHON"] ?? "python3";
const hasSdk = spawnSync(python, ["-c", "import acontext"]).status === 0;
if (!hasSdk) process.stderr.write(`check_acontext.py is not run: ${python} has no acontext.\n`);

test.skipIf(!hasSdk)("issue 42: the SDK of Acontext for Python is answered right, or refused in words", async () => {
  const { url, token, close } = await serveStore({ port: 0 });
  try {
    // The server is on this machine, whatever proxy the environment names.
    const env = { ...process.env, CCDAG_STORE_URL: url, CCDAG_STORE_TOKEN: token, NO_PROXY: "*", no_proxy: "*" };
    const { stdout } = await promisify(execFile)(python, ["-B", "check_acontext.py"], {
      cwd: import.meta.dirname,
      env,
    });
    expect(stdout).toMatch(/^OK \d+\n$/);
  } finally {
    await close();
  }
});
