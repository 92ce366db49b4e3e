import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { files, read } from "../repo-checks/files.mjs";
import { top } from "../setup/install.mjs";
import { hashOfFolder, importsIn, keys } from "./keys.mjs";
import { patience } from "./patience.mjs";
import { describeFailures } from "./reports.mjs";
import { startsTurbo } from "./scripts.mjs";
import { format, summarise } from "./table.mjs";
import { stepsOf, withDependencies } from "./tasks.mjs";
import { opened, unknownTo } from "./traces.mjs";
import { askTurbo, environment } from "./turbo.mjs";

function scratch(texts: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const env = environment();
const manifests = files.filter((path) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(path));
const all = ["build", "test", "test:slow", "conformance", "lint"];
const known = new Map<string, Map<string, string>>();

/** Hashes of tasks, by their ids, with some keys of another value. */
function plan(tasks: string[], other: Record<string, string> = {}): Map<string, string> {
  const name = JSON.stringify([tasks, other]);
  if (known.has(name)) return known.get(name)!;
  const printed = askTurbo(["run", ...tasks, "--dry=json"], { ...env, ...other });
  const { tasks: found } = JSON.parse(printed) as { tasks: { taskId: string; hash: string; command: string }[] };
  const hashes = new Map(
    found.filter(({ command }) => command !== "<NONEXISTENT>").map(({ taskId, hash }) => [taskId, hash] as const),
  );
  known.set(name, hashes);
  return hashes;
}

describe("the repository", () => {
  it("K005: has package.json, pnpm-workspace.yaml, turbo.json, packages, apps, tooling and .changeset at the top", () => {
    const top = new Set(files.map((path) => path.split("/")[0]));
    const wanted = ["package.json", "pnpm-workspace.yaml", "turbo.json", "packages", "apps", "tooling", ".changeset"];
    expect(wanted.filter((name) => !top.has(name))).toEqual([]);
  });

  it("a build waits for what the sources import, and not for what only the tests of a package do", () => {
    const owns = manifests.map((path) => JSON.parse(read(path)) as Record<string, Record<string, string> | string>);
    const ours = new Set(owns.map(({ name }) => name as string));
    const oursIn = (one: (typeof owns)[number], field: string) =>
      Object.keys((one[field] ?? {}) as Record<string, string>).filter((name) => ours.has(name));
    for (const [at, path] of manifests.entries()) {
      const one = owns[at]!;
      const needed = [...oursIn(one, "dependencies"), ...oursIn(one, "peerDependencies")];
      const onlyTests = oursIn(one, "devDependencies").filter((name) => !needed.includes(name));
      const own = path.replace("package.json", "turbo.json");
      const { tasks } = (files.includes(own) ? JSON.parse(read(own)) : { tasks: {} }) as {
        tasks: Record<string, { dependsOn?: string[] }>;
      };
      if (onlyTests.length > 0) expect([path, Object.keys(tasks)]).toEqual([path, expect.arrayContaining(["build"])]);
      for (const task of ["build", "sources"]) {
        const waits = tasks[task]?.dependsOn;
        if (waits === undefined) continue;
        // Both load the tables when somebody asks for them: what asks depends on them itself.
        const loadsTables = ["@ccdag/pipeline", "ccdag"].includes(one["name"] as string);
        const wanted = needed.filter((name) => !loadsTables || name !== "@ccdag/render-tables");
        expect([path, [...waits].sort()]).toEqual([path, wanted.map((name) => `${name}#${task}`).sort()]);
      }
    }
  });

  it("K001: turbo knows every package, and runs the tasks of each; pnpm, changesets and vitest do what it starts", () => {
    const tasks = plan(all);
    for (const path of manifests) {
      const { name, scripts } = JSON.parse(read(path)) as { name: string; scripts: Record<string, string> };
      expect([name, [...tasks.keys()].filter((id) => id.startsWith(`${name}#`))]).toEqual([
        name,
        expect.arrayContaining([`${name}#build`, `${name}#test`]),
      ]);
      expect([name, scripts["test"]]).toEqual([
        name,
        expect.stringMatching(/^node \.\.\/\.\.\/tooling\/tests\/package\.mjs/),
      ]);
    }
    const { packageManager, devDependencies } = JSON.parse(read("package.json")) as {
      packageManager: string;
      devDependencies: Record<string, string>;
    };
    expect(packageManager).toMatch(/^pnpm@/);
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(["@changesets/cli", "turbo", "vitest"]));
  });

  it("starts turbo by one entry only, which switches telemetry off", () => {
    const found = files.filter((path) => /package\.json$|\.mjs$|^tooling\/.*\.ts$|\.yml$|^\.ci\//.test(path));
    expect(found.filter((path) => !path.startsWith("tooling/gate/") && startsTurbo(path, read(path)))).toEqual([]);
    const { HOME: _, ...env } = process.env;
    const home = scratch();
    expect(askTurbo(["telemetry", "status"], environment({ ...env, HOME: home, XDG_CONFIG_HOME: home }))).toContain(
      "Status: Disabled",
    );
  });
});

describe("what starts a task", () => {
  const shim = join(top, "tooling/gate/bin/pnpm");
  const start = (cwd: string, args: string[], more: Record<string, string> = {}) =>
    spawnSync(shim, args, { cwd, encoding: "utf8", env: { ...process.env, npm_config_script_shell: "", ...more } });

  it.skipIf(process.platform === "win32")("runs a script as pnpm does: its arguments, its exit code, its shell", () => {
    const manifest = JSON.stringify({ scripts: { say: "echo said", fail: "exit 7" } });
    const shell = '#!/bin/sh\necho "shell of $npm_lifecycle_event"\nexec /bin/sh "$@"\n';
    const cwd = scratch({ "package.json": manifest, "shell.sh": shell });
    chmodSync(join(cwd, "shell.sh"), 0o755);
    expect(start(cwd, ["run", "say", "two words"]).stdout).toBe("\n> echo said\n\nsaid two words\n");
    expect(start(cwd, ["run", "fail"]).status).toBe(7);
    const traced = start(cwd, ["run", "say"], { npm_config_script_shell: join(cwd, "shell.sh") });
    expect(traced.stdout).toContain("shell of say\nsaid\n");
  });

  it.skipIf(process.platform === "win32")("gives everything else to pnpm", () => {
    const cwd = scratch({ "bin/pnpm": '#!/bin/sh\necho "pnpm $*"\n' });
    chmodSync(join(cwd, "bin/pnpm"), 0o755);
    const path = [join(top, "tooling/gate/bin"), join(cwd, "bin"), process.env["PATH"]].join(":");
    expect(start(cwd, ["pack", "--out", "x"], { PATH: path }).stdout).toBe("pnpm pack --out x\n");
  });
});

it("what looks at the builds of all packages waits for all of them", () => {
  const printed = askTurbo(["run", ...all, "regexps", "--dry=json"], env);
  const { tasks } = JSON.parse(printed) as { tasks: { taskId: string; dependencies: string[] }[] };
  const known = new Map(tasks.map((task) => [task.taskId, task]));
  const builds = manifests.map((path) => `${(JSON.parse(read(path)) as { name: string }).name}#build`);
  for (const id of ["@ccdag/repo-checks#lint", "@ccdag/regexps#regexps"]) {
    const before = withDependencies(id, known);
    expect([id, builds.filter((build) => !before.has(build))]).toEqual([id, []]);
  }
});

describe("a script that starts turbo by itself is found", () => {
  it.each([
    ["package.json", '{"scripts": {"a": "turbo run build"}}', true],
    ["package.json", '{"scripts": {"a": "tsc -b && npx turbo build"}}', true],
    ["package.json", '{"scripts": {"a": "pnpm exec turbo run test"}}', true],
    ["package.json", '{"scripts": {"turbo": "node tooling/setup/ready.mjs tooling/gate/turbo.mjs"}}', false],
    ["package.json", '{"devDependencies": {"turbo": "catalog:"}}', false],
    [".github/workflows/ci.yml", "      - run: npx turbo run test\n", true],
    [".github/workflows/ci.yml", "      - run: npx -y pnpm@10.34.9 turbo run test\n", false],
    ["tooling/a.mjs", 'spawnSync("turbo", ["run"])', true],
    ["tooling/a.mjs", 'import { turbo } from "../gate/turbo.mjs"', false],
  ])("%s: %s", (path, text, expected) => expect(startsTurbo(path, text)).toBe(expected));
});

describe("what lies outside of the files is in the key", () => {
  const changed = (other: Record<string, string>) => {
    const now = plan(all, other);
    return [...plan(all)].flatMap(([id, hash]) => (now.get(id) === hash ? [] : id));
  };

  it("another version of Node runs everything again", () => {
    const ids = [...plan(all).keys()];
    expect(ids.length).toBeGreaterThan(60);
    expect(changed({ CCDAG_KEY_NODE: "v99.0.0 linux x64" })).toEqual(ids);
  });

  it("another version of Chromium runs what uses a browser again", () => {
    const found = changed({ CCDAG_KEY_BROWSER: "Chromium 999" });
    expect(found).toEqual(expect.arrayContaining(["@ccdag/browser#test:slow", "@ccdag/docs-site#test:slow"]));
    expect(found.filter((id) => !id.endsWith("#test:slow"))).toEqual([]);
  });

  it("another version of PostgreSQL runs what uses a database again", () => {
    const found = changed({ CCDAG_KEY_DATABASE: "99" });
    expect(found).toEqual(
      expect.arrayContaining(["@ccdag/store#test", "@ccdag/server#test:slow", "@ccdag/conformance-runner#conformance"]),
    );
    // Examples use a store.
    expect(found.filter((id) => !/store|server|client|conformance|release-smoke/.test(id))).toEqual([]);
  });

  it("one more recording runs what looks at recordings again", () => {
    const folder = scratch({ "LIST.txt": "a\n", "truth/a/expected.json": "{}" });
    const before = keys({ CCDAG_TRUTH: folder });
    writeFileSync(join(folder, "truth/a/b.jsonl"), "");
    const after = keys({ CCDAG_TRUTH: folder });
    expect(before.CCDAG_KEY_TRUTH).not.toBe(after.CCDAG_KEY_TRUTH);
    expect({ ...before, CCDAG_KEY_TRUTH: "" }).toEqual({ ...after, CCDAG_KEY_TRUTH: "" });
    expect(changed({ CCDAG_KEY_TRUTH: after.CCDAG_KEY_TRUTH! })).toEqual(["@ccdag/conformance-runner#conformance"]);
  });

  it("the content of a recording counts, and its name", () => {
    const one = hashOfFolder(scratch({ "a.jsonl": "1" }));
    expect(hashOfFolder(scratch({ "a.jsonl": "1" }))).toBe(one);
    expect(hashOfFolder(scratch({ "a.jsonl": "2" }))).not.toBe(one);
    expect(hashOfFolder(scratch({ "b.jsonl": "1" }))).not.toBe(one);
    expect(hashOfFolder("/nowhere")).toBe("none");
  });

  it("of a source the release test sees what it imports, and nothing else", () => {
    const of = (text: string) => importsIn([["a.ts", text]]);
    expect(of('import { a } from "./b.ts";\na(1);')).toBe(of('import { a } from "./b.ts";\na(2);'));
    for (const other of [
      'import { a } from "./c.ts";',
      'await import("./b.ts"); import("./d.ts")',
      'new URL("./w.js")',
    ])
      expect(of(other)).not.toBe(of('import { a } from "./b.ts";'));
  });
});

describe("a file that a task opens, and turbo does not know of", () => {
  const line = (path: string, flags = "O_RDONLY|O_CLOEXEC") => `12 openat(AT_FDCWD, "x", ${flags}) = 17<${path}>`;

  it("is read from a trace: what is written, and what is a folder, is not", () => {
    const trace = [
      line("/top/a/src/a.ts"),
      line("/top/b.md"),
      line("/top/a/src/a.ts"),
      line("/top/a", "O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY"),
      line("/top/a/out/b.json", "O_WRONLY|O_CREAT|O_TRUNC, 0666"),
      line("/topmost/c"),
      `12 openat(AT_FDCWD, "/top/none", O_RDONLY) = -1 ENOENT (No such file or directory)`,
    ].join("\n");
    expect(opened(trace, "/top")).toEqual(["a/src/a.ts", "b.md"]);
    expect(opened(trace, "/top/")).toEqual(["a/src/a.ts", "b.md"]);
  });

  it("is no input of it or of what it waits for, and no output of those", () => {
    const task = (taskId: string, dependencies: string[], inputs: string[], outputs: string[]) => ({
      taskId,
      directory: taskId.split("#")[0]!,
      dependencies,
      inputs: Object.fromEntries(inputs.map((path) => [path, ""])),
      outputs,
    });
    const plan = [
      task("a#test", ["a#build"], ["test.ts", "../docs/a.md"], []),
      task("a#build", ["b#build"], ["src.ts"], ["dist/**"]),
      task("b#build", [], ["src.ts"], ["dist/**"]),
      task("c#build", [], ["src.ts"], ["dist/**"]),
    ];
    const known = [
      "a/test.ts",
      "a/src.ts",
      "docs/a.md",
      "b/src.ts",
      "b/dist/b.js",
      "always.json",
      "node_modules/d/d.js",
    ];
    const unknown = ["c/src.ts", "c/dist/c.js", "docs/b.md"];
    expect(unknownTo("a#test", [...known, ...unknown], plan, ["always.json"])).toEqual(unknown);
  });
});

describe("the table at the end of a run", () => {
  const task = (taskId: string, status: string, exitCode = 0) => ({
    taskId,
    task: taskId.split("#")[1],
    command: "vitest run",
    cache: { status },
    execution: { startTime: 0, endTime: 1000, exitCode },
  });
  const tasks = [
    task("a#test", "HIT"),
    task("b#test", "MISS"),
    task("c#test", "MISS", 1),
    { ...task("d#test", "MISS"), command: "<NONEXISTENT>" },
  ];
  const proofs = new Map([
    ["a#test", { at: "2026-03-14T13:00:00.000Z", seconds: 7, tests: { passed: 5, failed: 0, skipped: 1 } }],
    ["b#test", { at: "2026-03-15T13:00:00.000Z", seconds: 7000, tests: { passed: 7, failed: 0, skipped: 0 } }],
    ["c#test", { at: "2026-03-15T13:00:00.000Z", seconds: 2, tests: { passed: 1, failed: 2, skipped: 0 } }],
  ]);

  it("says what was proved now, what before and when, what failed, and what is over its budget", () => {
    const text = format(summarise(tasks, proofs), { seconds: 12, isForced: false });
    expect(text).toMatch(/^a#test +7\.0 {2}cached, proved 2026-03-14 13:00 +5, 1 skipped$/m);
    expect(text).toMatch(/^b#test +7000\.0 {2}proved +7 +over its budget of \d+ s$/m);
    expect(text).toMatch(/^c#test +2\.0 {2}FAILED +1, 2 failed$/m);
    expect(text).not.toContain("d#test");
    expect(text).toContain("3 tasks in 12 s: 2 proved now, 1 from the cache");
    expect(text.split("\n").slice(-2)).toEqual(["Failed: c#test", "tests: 13 passed, 2 failed, 1 skipped"]);
  });

  it("counts a task that fails without a test", () => {
    const text = format(summarise([task("c#lint", "MISS", 1)], new Map()), { seconds: 1, isForced: true });
    expect(text).toMatch(/tests: 0 passed, 1 failed, 0 skipped$/);
  });

  it("is preceded by the last lines of a task that failed without a report", () => {
    const folder = scratch({ "lint.log": Array.from({ length: 60 }, (_, at) => `line ${at}`).join("\n") });
    const log = (name: string) => ({ directory: "no-such-folder", logFile: relative(top, join(folder, name)) });
    const failed = { ...task("c#lint", "MISS", 1), ...log("lint.log") };
    const text = describeFailures([{ ...task("b#lint", "MISS"), ...log("none.log") }, failed]);
    expect(text.split("\n")).toEqual([
      "c#lint failed; its last lines:",
      ...Array.from({ length: 40 }, (_, at) => `  line ${20 + at}`),
    ]);
    expect(describeFailures([{ ...failed, ...log("none.log") }])).toBe("c#lint failed; its last lines:");
  });

  it("is preceded by the last lines of a task that failed although its tests passed, such as by its coverage", () => {
    const passed = {
      name: "a.test.ts",
      status: "passed",
      assertionResults: [{ status: "passed", fullName: "is good" }],
    };
    const report = JSON.stringify({ startTime: 1, testResults: [passed] });
    const folder = scratch({ "out/tests/fast.json": report, "test.log": "lines are covered to 99 %" });
    const at = { directory: relative(top, folder), logFile: relative(top, join(folder, "test.log")) };
    expect(describeFailures([{ ...task("c#test", "MISS", 1), task: "test", ...at }])).toBe(
      "c#test failed; its last lines:\n  lines are covered to 99 %",
    );
  });

  it("knows what each script runs", () => {
    expect(stepsOf("gate").flat()).toEqual(expect.arrayContaining(stepsOf("check").flat()));
    expect(() => stepsOf("no-such-script")).toThrow("Expected test, test:slow, check, gate, not `no-such-script`");
  });
});

it("limits are multiples of what the machine shows, and the environment may say it", () => {
  expect(patience({ CCDAG_PATIENCE: "7.5" })).toBe(7.5);
  expect(patience({})).toBeGreaterThanOrEqual(1);
});
