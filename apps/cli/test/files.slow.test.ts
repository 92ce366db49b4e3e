import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { newDraft } from "@ccdag/keep/write";
import { describe, expect, it, onTestFinished } from "vitest";
import { stuckAfter } from "../../../tooling/tests/limits.ts";
import { ccdag, put, read, scratch, talk } from "./world.ts";

const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;
const run = (argv: readonly string[], options: Parameters<typeof spawnSync>[2] = {}) =>
  spawnSync("node", [bin, ...argv], { encoding: "utf8", timeout: stuckAfter, ...options });
/** All names below a folder, sorted. */
const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).sort((a, b) => (a < b ? -1 : 1));
const contentOf = (folder: string) =>
  namesIn(folder).map((name) => [name, statSync(join(folder, name)).isFile() && read(folder, name)]);
const draftsIn = (folder: string) =>
  existsSync(folder) ? namesIn(folder).filter((name) => name.endsWith(".tmp")) : [];
const isRoot = process.getuid?.() === 0;

describe("an output that is no regular file is opened and written", () => {
  it("a named pipe, also through a link, stays a pipe", async () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync("pipe", join(folder, "link.md"));
    for (const name of ["pipe", "link.md"]) {
      const reader = spawn("cat", [join(folder, name)]);
      let seen = "";
      reader.stdout.on("data", (chunk: Buffer) => (seen += String(chunk)));
      const ended = new Promise((done) => reader.on("close", done));
      expect(run(["export", join(folder, "s.jsonl"), "--to", "markdown", "-o", join(folder, name)]).status).toBe(0);
      await ended;
      expect([seen.includes("Question s"), statSync(join(folder, name)).isFIFO()]).toEqual([true, true]);
    }
  });

  it("a device stays a device", () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    symlinkSync("/dev/null", join(folder, "null.md"));
    for (const path of ["/dev/null", join(folder, "null.md")]) {
      expect(run(["export", join(folder, "s.jsonl"), "--to", "markdown", "-o", path]).status).toBe(0);
      expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    }
    expect(readdirSync("/dev").filter((name) => /null.part|\.tmp$/.test(name))).toEqual([]);
  });

  it.each(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])("%s appends to the file that stdout leads to", (path) => {
    const folder = scratch({ "s.jsonl": talk("s"), out: "before\n" });
    const out = openSync(join(folder, "out"), "a");
    run(["export", join(folder, "s.jsonl"), "--to", "markdown", "-o", path], { stdio: ["ignore", out, "pipe"] });
    closeSync(out);
    expect(read(folder, "out")).toMatch(/^before\n[^]*Question s/);
  });

  it("a full device gives one line that names it", () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    const { status, stderr } = run(["export", join(folder, "s.jsonl"), "--to", "markdown", "-o", "/dev/full"]);
    expect([status, stderr]).toEqual([2, "ccdag: Cannot write `/dev/full`: no space left on the disk\n"]);
    const full = openSync("/dev/full", "a");
    for (const argv of [
      ["export", join(folder, "s.jsonl")],
      ["tree", folder],
      ["usage", folder],
    ]) {
      const printed = run(argv, { stdio: ["ignore", full, "pipe"] });
      expect([argv[0], printed.status, printed.stderr]).toEqual([
        argv[0],
        2,
        "ccdag: Cannot write to stdout: no space left on the disk\n",
      ]);
    }
    closeSync(full);
  });
});

describe("nothing is written onto what was read, or as a transcript beside it", () => {
  const world = () => {
    const folder = scratch({ "s.jsonl": talk("s"), "sub/empty": "" });
    symlinkSync("s.jsonl", join(folder, "link.md"));
    symlinkSync(".", join(folder, "here"));
    linkSync(join(folder, "s.jsonl"), join(folder, "hard.md"));
    return folder;
  };

  it.each([
    ["its own name", ["export", "s.jsonl", "-o", "s.jsonl"]],
    ["another spelling", ["export", "./sub/../s.jsonl", "-o", "sub/../s.jsonl"]],
    ["a link", ["export", "s.jsonl", "-o", "link.md"]],
    ["a hard link", ["export", "s.jsonl", "-o", "hard.md"]],
    ["a linked folder", ["export", "s.jsonl", "-o", "here/s.jsonl"]],
    ["an input that is a link", ["export", "here/s.jsonl", "-o", "s.jsonl"]],
    ["another command", ["shape", "s.jsonl", "-o", "s.jsonl"]],
    ["a copy", ["mask", "s.jsonl", "-o", "s.jsonl"]],
    ["an audit", ["export", "s.jsonl", "--redact", "--audit", "s.jsonl"]],
    ["a folder", ["mask", ".", "-o", "./"]],
    ["a new transcript beside it", ["export", "s.jsonl", "--to", "jsonl", "-o", "t.jsonl"]],
    ["a new transcript below the folder that was read", ["export", ".", "--to", "jsonl", "-o", "sub/"]],
    ["the output of a tool", ["shape", ".", "-o", "s/tool-results/b1.txt"]],
  ])("%s", async (_, argv) => {
    const cwd = world();
    const before = namesIn(cwd);
    const { code, stderr } = await ccdag(argv, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/ccdag: Unexpected output `[^`]+`/)]);
    expect([read(cwd, "s.jsonl"), namesIn(cwd)]).toEqual([talk("s"), before]);
  });

  it("stdin and stdout count, too", () => {
    const cwd = world();
    const input = openSync(join(cwd, "s.jsonl"), "r");
    expect(run(["export", "-", "-o", "s.jsonl"], { cwd, stdio: [input, "pipe", "pipe"] }).status).toBe(2);
    const output = openSync(join(cwd, "s.jsonl"), "a");
    for (const argv of [
      ["export", "s.jsonl"],
      ["tree", "s.jsonl"],
    ])
      expect(run(argv, { cwd, stdio: ["ignore", output, "pipe"] }).status).toBe(2);
    expect(read(cwd, "s.jsonl")).toBe(talk("s"));
  });

  it("no transcript is written into the folder of the client's projects", async () => {
    const cwd = world();
    const env = { CLAUDE_CONFIG_DIR: join(cwd, "home") };
    mkdirSync(join(cwd, "home/projects/p"), { recursive: true });
    const { code } = await ccdag(["export", "s.jsonl", "--to", "jsonl", "-o", "home/projects/p/x.jsonl"], { cwd, env });
    expect([code, readdirSync(join(cwd, "home/projects/p"))]).toEqual([2, []]);
  });

  it("a document beside it is written", async () => {
    const cwd = world();
    expect((await ccdag(["export", "s.jsonl", "-o", "s.md"], { cwd })).code).toBe(0);
    expect(read(cwd, "s.md")).toContain("Question s");
  });

  it("names that ccdag chooses are not written through links, and a foreign index is kept", async () => {
    const cwd = world();
    const victim = scratch({ file: "mine" });
    mkdirSync(join(cwd, "out"));
    symlinkSync(join(victim, "file"), join(cwd, "out/2026-01-01-question-s-s.md"));
    expect((await ccdag(["export", "s.jsonl", "-o", "out/"], { cwd })).stderr).toMatch(
      /Unexpected link, pipe or folder/,
    );
    expect(read(victim, "file")).toBe("mine");
    execFileSync("rm", [join(cwd, "out/2026-01-01-question-s-s.md")]);
    execFileSync("mkfifo", [join(cwd, "out/2026-01-01-question-s-s.md")]);
    expect((await ccdag(["export", "s.jsonl", "-o", "out/"], { cwd })).stderr).toMatch(/which ccdag did not write/);
    put(cwd, "long.part2.md", "mine");
    const long = talk("s").replace("Answer s", "word ".repeat(30_000));
    put(cwd, "long.jsonl", long);
    const { stderr } = await ccdag(["export", "long.jsonl", "--budget", "20000", "-o", "long.md"], { cwd });
    expect([stderr, read(cwd, "long.part2.md")]).toEqual([
      expect.stringMatching(/long\.part2\.md`, which is no part/),
      "mine",
    ]);
    put(cwd, "docs/index.md", "# My documents\n");
    expect((await ccdag(["export", "s.jsonl", "-o", "docs/"], { cwd })).stderr).toMatch(/which ccdag did not write/);
    expect(readdirSync(join(cwd, "docs"))).toEqual(["index.md"]);
  });
});

describe("what a name means", () => {
  it("a transcript outside a projects folder is whole, whatever stands beside or below it", async () => {
    const folder = scratch({
      "session.jsonl": talk("s"),
      "session (1).jsonl": talk("s"),
      "deep/er/session.jsonl": talk("s"),
      "data.jsonl": '{"a": 1}\n'.repeat(3),
    });
    for (const name of ["session.jsonl", "session (1).jsonl", "deep/er/session.jsonl"]) {
      const { code, stdout, stderr } = await ccdag(["export", join(folder, name)]);
      expect([name, code, stderr, stdout.match(/Question s/g)]).toEqual([name, 0, "", ["Question s", "Question s"]]);
    }
  });

  it("a copy in a projects folder is whole, and a session that only begins with copies refers to its origin", async () => {
    const folder = scratch({
      "projects/p/s.jsonl": talk("s"),
      "projects/p/s (1).jsonl": talk("s"),
      "projects/p/t.jsonl": `${talk("s")}${talk("t", "s-a")}`,
    });
    const isIn = async (name: string) => {
      const { stdout } = await ccdag(["export", join(folder, "projects/p", name), "--to", "plain", "--detail", "talk"]);
      return ["Question s", "Question t"].map((words) => stdout.includes(words));
    };
    expect(await isIn("s (1).jsonl")).toEqual([true, true]);
    expect(await isIn("s.jsonl")).toEqual([true, true]);
    expect(await isIn("t.jsonl")).toEqual([false, true]);
  });

  it("a session that continues another one beside it owns the copies that it holds", async () => {
    const old = `${talk("old")}${talk("mid", "old-a")}`;
    // The copy lacks the first turn, so that the older transcript is read, too.
    const folder = scratch({ "a.jsonl": old, "b.jsonl": `${talk("mid", "old-a")}${talk("new", "mid-a")}` });
    const { stdout } = await ccdag(["export", join(folder, "b.jsonl"), "--to", "plain"]);
    expect(stdout).toMatch(/Question mid[^]*Question new/);
    expect(stdout).not.toContain("Question old");
    const explained = await ccdag(["explain", "mid-u", join(folder, "b.jsonl")]);
    expect(explained.stdout).toContain("the file was named");
  });

  it("`.` and a working directory mean their project, whatever lies in them", async () => {
    const home = scratch();
    const cwd = scratch({ "data.jsonl": '{"a": 1}\n', "out/session-x.jsonl": talk("mine") });
    const name = cwd.replace(/[^a-zA-Z0-9]/g, "-");
    put(home, `.claude/projects/${name}/s.jsonl`, talk("s"));
    for (const input of [".", cwd]) {
      const { stdout } = await ccdag(["export", input], { cwd, env: { HOME: home } });
      expect([stdout.includes("Question s"), stdout.includes("Question mine")]).toEqual([true, false]);
      const out = join(scratch(), "site");
      await ccdag(["site", input, "-o", out, "--no-search"], { cwd, env: { HOME: home } });
      expect(read(out, "index.html")).toContain("session-s.html");
    }
  });

  it("a pipe is read as stdin is", () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    const { stdout } = spawnSync("bash", ["-c", `node ${bin} export <(cat ${join(folder, "s.jsonl")})`], {
      encoding: "utf8",
    });
    expect(stdout).toContain("Question s");
    expect(run(["export", "/dev/zero"]).stderr).toMatch(/Unexpected device `\/dev\/zero`/);
  });
});

describe("a planted manifest of a site", () => {
  const hashOf = (text: string) =>
    `${text.length}-${createHash("sha256").update(`${text.length}:`).update(text).digest("base64url")}`;
  const plant = (files: Readonly<Record<string, string>>) =>
    JSON.stringify({ version: 1, projects: { p: { key: "", policy: "", title: "", sessions: [], files } } });

  it("removes no file of another form, and none whose content is not the one that was written", async () => {
    const folder = scratch({ "q/s.jsonl": talk("s") });
    for (const [path, mark, isKept] of [
      ["src/main.ts", hashOf("code"), true],
      ["p/notes.html", hashOf("code"), true],
      ["p/session-x.html", hashOf("other"), true],
      ["p/session-x.html", "4-", true],
      ["search/index.js", hashOf("other"), true],
      ["search/text/../../x.js", hashOf("code"), true],
      ["p/session-x.html", hashOf("code"), false],
    ] as const) {
      const repo = scratch({ [path]: "code", "ccdag-site.json": plant({ [path]: mark }) });
      await ccdag(["site", folder, "-o", repo, "--no-search", "--prune", "--yes"]);
      expect([path, mark, existsSync(join(repo, path))]).toEqual([path, mark, isKept]);
    }
  });

  it.each([
    ["index.html", "bashrc"],
    ["ccdag-site.json", "bashrc"],
    [".ccdag-site.journal", "bashrc"],
    ["q", "."],
    ["q/session-s.html", "bashrc"],
  ])("writes and removes nothing through a link: %s", async (name, target) => {
    const folder = scratch({ "q/s.jsonl": talk("s") });
    const victim = scratch({ bashrc: "rc", "session-x.html": "mine" });
    const repo = scratch({ "ccdag-site.json": plant({ "q/session-x.html": hashOf("mine") }), "q/x": "" });
    execFileSync("rm", ["-rf", join(repo, name)]);
    symlinkSync(join(victim, target), join(repo, name));
    const { code } = await ccdag(["site", folder, "-o", repo, "--no-search", "--prune", "--yes"]);
    expect([code, read(victim, "bashrc"), readdirSync(victim).sort()]).toEqual([2, "rc", ["bashrc", "session-x.html"]]);
    expect(lstatSync(join(repo, name)).isSymbolicLink()).toBe(true);
  });

  it("does not let a page overwrite a foreign one, nor the search a foreign search", async () => {
    const folder = scratch({ "q/s.jsonl": talk("s") });
    for (const path of ["index.html", "q/session-s.html"]) {
      const repo = scratch({ "ccdag-site.json": plant({}), [path]: "<p>mine" });
      const { code, stderr } = await ccdag(["site", folder, "-o", repo, "--no-search"]);
      expect([code, stderr, read(repo, path)]).toEqual([
        2,
        expect.stringMatching(/which ccdag did not write/),
        "<p>mine",
      ]);
    }
    const repo = scratch({ "ccdag-site.json": plant({}), "search/index.js": "mine" });
    expect((await ccdag(["site", folder, "-o", repo])).stderr).toMatch(/search\/index\.js`, which ccdag did not write/);
    expect(read(repo, "search/index.js")).toBe("mine");
  });

  it("never waits for a pipe", async () => {
    const folder = scratch({ "q/s.jsonl": talk("s") });
    for (const name of ["ccdag-site.json", ".ccdag-site.lock", ".ccdag-site.journal", "index.html"]) {
      const repo = scratch(name === "ccdag-site.json" ? {} : { "ccdag-site.json": plant({}) });
      execFileSync("mkfifo", [join(repo, name)]);
      expect(run(["site", folder, "-o", repo, "--no-search"]).status).toBe(2);
    }
  });
});

describe("a run that is killed", () => {
  /** A conversation with an image, which becomes a file beside its page. */
  const picture = (name: string) =>
    talk(name).replace(
      `"Question ${name}"`,
      JSON.stringify([{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } }]),
    );
  /** Run, and send a signal to the process before it renames a draft for the nth time. */
  const argvAt = (signal: string, count: number, argv: readonly string[]) => {
    const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const { rename } = fs.promises; let left = ${count};
      fs.promises.rename = (...names) => (--left || process.kill(process.pid, "${signal}"), rename(...names));
      syncBuiltinESMExports();`;
    return ["--import", `data:text/javascript,${encodeURIComponent(code)}`, bin, ...argv, "--no-cache"];
  };
  const killAt = (count: number, argv: readonly string[]) =>
    spawnSync("node", argvAt("SIGKILL", count, argv), { encoding: "utf8" }).signal === "SIGKILL";
  const world = () => scratch({ "a/s.jsonl": talk("a"), "b/s.jsonl": picture("b") });
  // Every step of a site, and every lock: `packages/site/test/{killed,lock}.slow.test.ts`.
  it("leaves a draft of a site, which the next one removes", () => {
    const argv = ["site", world(), "-o", join(scratch(), "site"), "--no-search"];
    const [, , , out = ""] = argv;
    expect([killAt(3, argv), draftsIn(out)]).toEqual([true, [expect.any(String)]]);
    expect(run(argv).stderr).toMatch(/^2 projects, 2 pages/);
    expect(draftsIn(out)).toEqual([]);
  });

  it.each([
    ["a folder", ["export", "b/s.jsonl", "--images", "files", "-o", "out/"]],
    ["a file", ["export", "b/s.jsonl", "--images", "files", "-o", "out/x.md"]],
    ["a file behind a link", ["export", "b/s.jsonl", "--to", "json", "-o", "link"]],
    ["copies", ["mask", "b", "-o", "out/"]],
    ["an audit", ["export", "b/s.jsonl", "--redact", "--audit", "out/audit.json"]],
  ])("leaves a draft of an export, which the next one removes: %s", (_, argv) => {
    let steps = 0;
    for (; ; steps++) {
      const cwd = world();
      mkdirSync(join(cwd, "out"));
      symlinkSync("out/linked", join(cwd, "link"));
      const killed = spawnSync("node", argvAt("SIGKILL", steps + 1, argv), { cwd, encoding: "utf8" });
      if (killed.signal !== "SIGKILL") break;
      expect(draftsIn(cwd)).toHaveLength(1);
      expect(run(argv, { cwd }).status).toBe(0);
      expect(draftsIn(cwd)).toEqual([]);
    }
    expect(steps).toBeGreaterThan(0);
  });

  it("is another thing than one that waits, whose draft stays: the only document of an export", async () => {
    if (!existsSync("/proc/self/stat")) return console.warn("Not tested: no /proc");
    const cwd = world();
    const out = join(cwd, "out");
    const argv = ["export", "a/s.jsonl", "-o", "out/s.md"];
    const waiting = spawn("node", argvAt("SIGSTOP", 1, argv), { cwd, stdio: "ignore" });
    const ended = new Promise((done) => waiting.once("close", done));
    onTestFinished(() => void waiting.kill("SIGKILL"));
    const isStopped = () => / [Tt] /.test(readFileSync(`/proc/${waiting.pid}/stat`, "utf8"));
    while (draftsIn(out).length === 0 || !isStopped()) await new Promise((done) => setTimeout(done, 20));
    const [draft] = draftsIn(out);
    expect([run(argv, { cwd }).status, draftsIn(out)]).toEqual([0, [draft]]);
    waiting.kill("SIGCONT");
    expect([await ended, draftsIn(out)]).toEqual([0, []]);
  });

  it.each([
    ["site", ["site", "in", "-o", "out", "--no-search"], ["", "p/", "p/attachments/", "old/", "search/text/p/"]],
    ["unchanged site", ["site", "in", "-o", "out", "--no-search"], ["", "p/", "old/attachments/"]],
    ["export", ["export", "in/p/s.jsonl", "--images", "files", "-o", "out/"], ["", "attachments/"]],
  ])("leaves drafts, of which only its own are removed: %s", async (kind, argv, folders) => {
    const cwd = scratch({ "in/p/s.jsonl": picture("s") });
    const out = join(cwd, "out");
    if (kind !== "export") await ccdag(argv, { cwd });
    const live = await newDraft();
    const [, id, place, started, random] = /^\.ccdag-(\d+)-(\w+)-(\w+)-(\w+)\.tmp$/.exec(live)!;
    const other = (text: string) =>
      [...text]
        .reverse()
        .join("")
        .replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const name = (...parts: unknown[]) => `.ccdag-${parts.join("-")}.tmp`;
    const gone = [name(2 ** 22 - 7, place, started, random), name(id, place, other(started!), random)];
    const old = name(2 ** 22 - 7, other(place!), started, random);
    const kept = [
      live,
      name(2 ** 22 - 7, other(place!), started, other(random!)),
      name(2 ** 22 - 7, random),
      `${gone[0]}.bak`,
      `x${gone[0]}`,
      name(0, place, started, random),
    ];
    const victim = scratch({ [gone[0]!]: "mine" });
    const [linked, folder] = [name(2 ** 22 - 8, place, started, random), name(2 ** 22 - 9, place, started, random)];
    for (const below of folders) {
      for (const one of [...gone, old, ...kept]) put(out, `${below}${one}`, "draft");
      execFileSync("touch", ["-d", "1 hour ago", join(out, `${below}${old}`)]);
      symlinkSync(join(victim, gone[0]!), join(out, `${below}${linked}`));
      mkdirSync(join(out, `${below}${folder}`));
    }
    symlinkSync(victim, join(out, "elsewhere"));
    const { code, stderr } = await ccdag(argv, { cwd });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("Unexpected")]);
    const expected = [...kept, linked, folder].sort();
    for (const below of folders)
      expect([
        below,
        readdirSync(join(out, below))
          .filter((one) => one.includes(".ccdag-") && one !== ".ccdag-export.json")
          .sort(),
      ]).toEqual([below, expected]);
    expect(readdirSync(victim)).toEqual([gone[0]]);
  });

  it("drafts and the lock of a killed run do not make a folder unusable", async () => {
    const input = scratch({ "p/s.jsonl": talk("s") });
    const draft = (await newDraft()).replace(/\d+/, String(2 ** 22 - 7));
    const out = scratch({ [draft]: "", ".ccdag-site.journal": '["p/session-s.html","1-', x: "" });
    expect((await ccdag(["site", input, "-o", out, "--no-search"])).stderr).toMatch(/contains other files/);
    execFileSync("rm", [join(out, "x")]);
    expect((await ccdag(["site", input, "-o", out, "--no-search"])).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(["ccdag-site.json", "index.html", "p", "work.html"]);
  });
});

describe("--prune", () => {
  it("removes projects that were not read only after a yes, or with --yes", async () => {
    const input = scratch({ "p/s.jsonl": talk("s"), "q/t.jsonl": talk("t") });
    const out = join(scratch(), "site");
    const site = (argv: readonly string[], io: Parameters<typeof ccdag>[1] = {}) =>
      ccdag(["site", join(input, "p"), "-o", out, "--no-search", "--prune", ...argv], io);
    await ccdag(["site", input, "-o", out, "--no-search"]);
    const isThere = () => existsSync(join(out, "q/session-t.html"));
    expect([(await site([])).code, isThere()]).toEqual([2, true]);
    let question = "";
    const answer = (yes: boolean) => ({ ask: async (text: string) => ((question = text), yes) });
    expect([(await site([], answer(false))).code, isThere()]).toEqual([2, true]);
    expect(question).toMatch(/^Remove 1 page of projects that were not read this time: q\?/);
    expect([(await site([], answer(true))).code, isThere()]).toEqual([0, false]);
    await ccdag(["site", input, "-o", out, "--no-search"]);
    expect([(await site(["--yes"])).code, isThere()]).toEqual([0, false]);
  });
});

describe("a full disk", () => {
  const mounts = isRoot && spawnSync("mount", ["--version"]).status === 0;
  /** Run with a small file system, if this machine lets root mount one. */
  function withFullDisk(size: string, test: (folder: string) => void): void {
    const folder = scratch();
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], {
      encoding: "utf8",
    });
    if (status !== 0) return console.warn(`Not tested, this machine does not mount: ${stderr.trim()}`);
    try {
      test(folder);
    } finally {
      execFileSync("umount", ["-l", folder]);
    }
  }

  // Full in the middle of a page, of its draft, or of the journal: a page takes whole blocks of 4 kB.
  it.runIf(mounts).each([192, 196, 200, 204, 208])(
    "gives one line that names the target, blames no plugin, and the next run completes the site: %s kB",
    (size) => {
      const input = scratch(
        Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p/s${at}.jsonl`, talk(`s${at}`)] as const)),
      );
      withFullDisk(`${size}k`, (folder) => {
        for (const argv of [
          ["site", input, "-o", join(folder, "site"), "--no-search"],
          ["export", input, "--to", "html", "-o", join(folder, "out/")],
        ]) {
          const { status, stderr } = run(argv);
          expect([status, stderr]).toEqual([
            2,
            expect.stringMatching(/^ccdag: Cannot write `[^`]+`: no space left on the disk\n$/),
          ]);
          expect(
            readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp")),
          ).toEqual([]);
        }
        execFileSync("mount", ["-o", "remount,size=20m", folder]);
        expect(run(["site", input, "-o", join(folder, "site"), "--no-search"]).stderr).toMatch(/^1 project, 20 pages/);
      });
    },
  );

  it.runIf(mounts).each([0, 4, 8])(
    "gives one line for a file of the search index, too, and the next run completes the site: %s kB after the page",
    (more) => {
      const input = scratch({ "p/s.jsonl": talk("s") });
      const whole = join(scratch(), "site");
      run(["site", input, "-o", whole]);
      // A file takes blocks of 4 kB. The lock, the journal and the first manifest are there before the page.
      const files = namesIn(join(whole, "p")).filter((name) => name.includes("."));
      const blocks = files.map((name) => Math.ceil(statSync(join(whole, "p", name)).size / 4096));
      const kilobytes = 4 * blocks.reduce((sum, one) => sum + one, 0) + 12 + more;
      withFullDisk(`${kilobytes}k`, (folder) => {
        const out = join(folder, "site");
        const { status, stderr } = run(["site", input, "-o", out]);
        expect([status, stderr]).toEqual([
          2,
          expect.stringMatching(/^ccdag: Cannot write `[^`]+\/search\/[^`]+`: no space left on the disk\n$/),
        ]);
        expect(draftsIn(out)).toEqual([]);
        execFileSync("mount", ["-o", "remount,size=20m", folder]);
        expect(run(["site", input, "-o", out]).stderr).toMatch(/^1 project, 1 page, [^;]*$/);
        expect(contentOf(out)).toEqual(contentOf(whole));
      });
    },
  );

  it.runIf(mounts)(
    "leaves the pages as they were where the journal does not fit, which notes them before they change",
    () => {
      const input = scratch({ "p/s.jsonl": talk("s"), "p/t.jsonl": talk("t") });
      withFullDisk("20m", (folder) => {
        const argv = ["site", input, "-o", join(folder, "site"), "--no-search"];
        run(argv);
        const before = contentOf(join(folder, "site"));
        writeFileSync(join(folder, "one-block"), "0".repeat(4096));
        execFileSync("bash", ["-c", 'cat /dev/zero > "$1/zero" || true', "bash", folder], { stdio: "ignore" });
        rmSync(join(folder, "one-block")); // The lock takes it.
        writeFileSync(join(input, "p/s.jsonl"), talk("s") + talk("more", "s-a"));
        const { status, stderr } = run(argv);
        expect([status, stderr]).toEqual([
          2,
          expect.stringMatching(/^ccdag: Cannot write `[^`]+\/site\/\.ccdag-site\.journal`: no space left[^\n]+\n$/),
        ]);
        expect(contentOf(join(folder, "site"))).toEqual(expect.arrayContaining(before));
        rmSync(join(folder, "zero"));
        expect(run(argv).stderr).toMatch(/^1 project, 2 pages, [1-9]\d* written, /);
      });
    },
  );

  it.runIf(mounts)("leaves no lock that blocks the next run", () => {
    const input = scratch({ "p/s.jsonl": talk("s") });
    withFullDisk("20k", (folder) => {
      execFileSync("bash", ["-c", 'cat /dev/zero > "$1/zero" || true', "bash", folder], { stdio: "ignore" });
      const argv = ["site", input, "-o", join(folder, "site"), "--no-search"];
      const { status, stderr } = run(argv);
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/^ccdag: Cannot write `[^`]+`: no space left[^\n]+\n$/),
      ]);
      execFileSync("mount", ["-o", "remount,size=20m", folder]);
      expect(run(argv).stderr).toMatch(/^1 project, 1 page/);
    });
  });
});

describe("a terminal", () => {
  it("gets no escape sequence of a transcript from `export`", () => {
    const folder = scratch({
      "s.jsonl": talk("s").replace("Question s", "\\u001b]52;c;cm0=\\u0007 \\u009b2J\\u202e\\u200b"),
    });
    const s = join(folder, "s.jsonl");
    for (const to of ["markdown", "plain", "llm", "github", "jsonl", "json", "html"]) {
      // `script` runs a command in a terminal of its own.
      const { stdout } = spawnSync("script", ["-qec", `node ${bin} export ${s} --to ${to}`, "/dev/null"], {
        encoding: "utf8",
      });
      expect([to, /[^\P{Cc}\n\r\t]|[\u202A-\u202E]/u.test(stdout)]).toEqual([to, false]);
      expect(stdout).toContain("nswer");
    }
  });
});
