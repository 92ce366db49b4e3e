import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { count, describeFailure, failuresOf, summarise } from "./failures.mjs";
import { top } from "../setup/install.mjs";
import { choose } from "./packages.mjs";

type Failures = Parameters<typeof count>[0];

function write(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-failures-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}
const fileWith = (status: string, ...assertionResults: object[]) => ({
  name: `${top}a.test.ts`,
  status,
  assertionResults,
});

describe("pnpm test:repeat", () => {
  it("names each test that failed, with how often and the seeds", () => {
    const failures: Failures = new Map();
    const good = { status: "passed", fullName: "is good" };
    const bad = { status: "failed", fullName: "is flaky" };
    const first = write({ testResults: [fileWith("failed", good, bad)] });
    const second = write({ testResults: [fileWith("passed", good, { ...bad, status: "passed" })] });
    expect(count(failures, { report: first, code: 1, suite: "fast", seed: 7 })).toBe(1);
    expect(count(failures, { report: second, code: 0, suite: "fast", seed: 8 })).toBe(0);
    expect(count(failures, { report: first, code: 1, suite: "fast", seed: 9 })).toBe(1);
    expect(summarise(failures, 3)).toBe("2 of 3  a.test.ts > is flaky  (seed 7, 9)");
  });

  it("names a file that cannot be imported, and a run that crashed", () => {
    const failures: Failures = new Map();
    count(failures, { report: write({ testResults: [fileWith("failed")] }), code: 1, suite: "fast", seed: 1 });
    count(failures, { report: "/nowhere", code: 139, suite: "slow", seed: 2 });
    expect(summarise(failures, 1).split("\n")).toEqual([
      "1 of 1  a.test.ts  (seed 1)",
      "1 of 1  slow: vitest ended with exit code 139  (seed 2)",
    ]);
  });

  it("says so when nothing failed", () => {
    expect(summarise(new Map(), 20)).toBe("No test failed in 20 rounds.");
  });
});

describe("a run", () => {
  it("ends with each failure and the start of its message", () => {
    const bad = { status: "failed", fullName: "is wrong", failureMessages: ["expected 1 to be 2\n\n  at a.test.ts:3"] };
    const report = write({ testResults: [fileWith("failed", bad), { ...fileWith("failed"), message: "no module" }] });
    const failures = failuresOf({ report, code: 1, suite: "slow" });
    expect(failures.map(describeFailure)).toEqual([
      "a.test.ts > is wrong\n    expected 1 to be 2\n      at a.test.ts:3",
      "a.test.ts\n    no module",
    ]);
  });

  it("bounds a long message", () => {
    const message = Array.from({ length: 500 }, (_, i) => `line ${i}`).join("\n");
    expect(describeFailure({ name: "a", message }).split("\n")).toHaveLength(21);
  });
});

describe("pnpm test <file>", () => {
  const names = (isSlow: boolean, ...filters: string[]) => [...choose({ isSlow, filters })];

  it("runs the files that are asked for, in their packages", () => {
    expect(names(false, "tooling/tests")).toEqual([["tooling/tests", ["tooling/tests/failures.test.ts"]]]);
    expect(names(true, "packages/core/test/scale")).toEqual([
      ["packages/core", ["packages/core/test/scale.slow.test.ts"]],
    ]);
    expect(names(true, "./tooling/release-smoke").map(([folder]) => folder)).toEqual(["tooling/release-smoke"]);
    expect(names(true, "site.slow.test.ts").map(([folder]) => folder)).toEqual(["apps/cli", "apps/docs-site"]);
    expect(names(true, "no-such-file")).toEqual([]);
    expect(names(false).length).toBeGreaterThan(30);
  });
});
