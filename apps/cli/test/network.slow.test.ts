import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { scratch } from "./world.ts";

const packageFolder = new URL("..", import.meta.url).pathname;
const config = join(packageFolder, "../../tooling/tests/package.config.ts");
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const namespace = ["--user", "--map-root-user", "--net", "sh", "-ec"];
const network = `ip link set lo up
  ip link add net0 type veth peer name net1
  ip address add 192.0.2.7/24 dev net0
  ip link set net0 up
  ip link set net1 up`;
const hasNamespaces = spawnSync("unshare", [...namespace, network]).status === 0;
if (!hasNamespaces) console.warn("No network can be made here: the tests of `serve` are not repeated in one.");

/** What vitest reports. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: ReadonlyArray<{ readonly assertionResults: ReadonlyArray<{ failureMessages: string[] }> }>;
}

describe("a server in a network", () => {
  it.skipIf(!hasNamespaces)("withstands there what it withstands on this machine", () => {
    const report = join(scratch({}), "report.json");
    const { status } = spawnSync(
      "unshare",
      [...namespace, `${network}\n exec "$@"`, "sh", process.execPath, vitest, "run", "--config", config].concat([
        "--reporter=json",
        `--outputFile=${report}`,
        "test/serve.test.ts",
        "test/serve-home.test.ts",
      ]),
      {
        cwd: packageFolder,
        encoding: "utf8",
        env: { ...process.env, CCDAG_TEST_HOST: "192.0.2.7", NODE_TLS_REJECT_UNAUTHORIZED: "0" },
      },
    );
    const { testResults, numPassedTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap((one) => one.failureMessages),
    );
    expect([status, failed]).toEqual([0, []]);
    expect(numPassedTests).toBeGreaterThan(20);
  });
});
