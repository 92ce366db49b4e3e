import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { top } from "../setup/install.mjs";
import { planTogether, runTogether } from "./together.mjs";
import { environment } from "./turbo.mjs";

const command = "node ../../tooling/tests/package.mjs";
/** A test file of which one test passes or fails; it says where it ran, and what it saw of the environment. */
const test = (name: string, seen: string) => `import { existsSync } from "node:fs";
import { expect, it } from "vitest";
it("runs in the folder of its package", () => expect(existsSync("${name}.test.ts")).toBe(true));
it("sees what turbo lets it see", () => expect([process.env.CCDAG_SEED, process.env.UNKNOWN]).toEqual(${seen}));
`;

/** Packages in the project, as only there modules are found. */
function world(texts: Record<string, string>): string {
  mkdirSync(join(top, "tooling/gate/.temp"), { recursive: true });
  const folder = mkdtempSync(join(top, "tooling/gate/.temp/together-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, "packages", name, `${name}.test.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Run the tests of a package as turbo would: its exit code, and what it has printed. */
function runPackage(cwd: string, variables: Record<string, string>): { code: number | null; printed: string } {
  const script = join(top, "tooling/tests/package.mjs");
  const env = { ...environment(), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd, env, encoding: "utf8" });
  return { code: status, printed: stdout + stderr };
}

it("packages whose tests have passed in one run hand in their part of it; what failed there runs alone, and fails", async () => {
  const folder = world({
    one: test("one", '["7", undefined]'),
    two: test("two", '["7", undefined]'),
    wrong: test("wrong", '["8", undefined]'),
    skipped: test("skipped", '["7", undefined]').replace('it("sees', 'it["skip"]("sees'),
  });
  const tasks = ["one", "two", "wrong", "skipped"].map((name) => ({
    hash: `hash-${name}`,
    directory: join(relative(top, folder), "packages", name),
    command,
    environmentVariables: { specified: {} },
  }));
  const variables = { CCDAG_SEED: "7", UNKNOWN: "of a shell" };
  const made = await runTogether(tasks, { ...environment(), ...variables });
  const ran = (name: string) =>
    runPackage(join(folder, "packages", name), { ...variables, ...made.env, TURBO_HASH: `hash-${name}` });
  const handedIn = "in one run with those of other packages";

  for (const name of ["one", "two"]) {
    expect(ran(name)).toEqual({ code: 0, printed: `2 tests passed, ${handedIn}\n` });
    const report: unknown = JSON.parse(readFileSync(join(folder, "packages", name, "out/tests/fast.json"), "utf8"));
    expect(report).toMatchObject({ numTotalTests: 2, numPassedTests: 2, numFailedTests: 0, success: true });
  }
  expect(ran("skipped").printed).toBe(`1 tests passed, ${handedIn}\n`);
  const wrong = ran("wrong");
  expect(wrong.code).toBe(1);
  expect(wrong.printed).not.toContain(handedIn);
  expect(wrong.printed).toContain("sees what turbo lets it see");
  // Its inputs have changed since.
  expect(runPackage(join(folder, "packages/one"), { ...made.env, TURBO_HASH: "another" }).printed).not.toContain(
    handedIn,
  );
  made.remove();
  expect(existsSync(made.env.CCDAG_TOGETHER!)).toBe(false);
});

it("only packages whose results are not known, which wait for no build, and are many", () => {
  const task = (name: string, more: object = {}) => ({
    taskId: `${name}#test`,
    task: "test",
    package: name,
    directory: `packages/${name}`,
    command,
    cache: { status: "MISS" },
    dependencies: [] as string[],
    ...more,
  });
  const plain = ["a", "b", "c", "d", "e", "f"].map((name) => task(name));
  const others = [
    task("known", { cache: { status: "HIT" } }),
    task("built", { dependencies: ["built#build"] }),
    task("mcp"),
    task("core"),
    task("of-its-own", { command: "vitest run" }),
    task("slow", { task: "test:slow" }),
  ];
  expect(planTogether({ tasks: [...plain, ...others] })).toEqual(plain);
  expect(planTogether({ tasks: [...plain.slice(1), ...others] })).toEqual([]);
});
