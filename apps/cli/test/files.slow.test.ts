import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { newDraft } from "@ccdag/keep/write";
import { describe, expect, it, onTestFinished } from "vitest";
import { lock } from "@ccdag/site";
import { ccdag, put, read, scratch, talk } from "./world.ts";

const bin = new URL("../bin.js", import.meta.url).pathname;
const run = (argv: readonly string[], options: Parameters<typeof spawnSync>[2] = {}) =>
  spawnSync("node", [bin, ...argv], { encoding: "utf8", timeout: 60_000, ...options });
/** All names below a folder, sorted. */
const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).sort((a, b) => (a < b ? -1 : 1));
/** A program that takes the lock of each folder that it reads a line about, and keeps it. */
const locker = `
  import { createInterface } from "node:readline";
  import { lock } from ${JSON.stringify(new URL("../../../packages/site/dist/index.js", import.meta.url).href)};
  for await (const folder of createInterface({ input: process.stdin }))
    console.log(await lock(folder).then(() => "got", (error) => error.message));
`;
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
      expect(run(["site", folder, "-o", repo, "--no-search"], { timeout: 20_000 }).status).toBe(2);
    }
  });
});

describe("the lock of a site", () => {
  const namespace = existsSync("/proc/self/ns/pid") ? readlinkSync("/proc/self/ns/pid") : "";
  const owner = (more: object) =>
    JSON.stringify({ process: process.pid, started: "", host: hostname(), namespace, ...more });
  const dead = { process: 2 ** 22 - 7 };
  const isLocked = (folder: string) => existsSync(join(folder, ".ccdag-site.lock"));
  const age = (folder: string) => execFileSync("touch", ["-d", "1 hour ago", join(folder, ".ccdag-site.lock")]);

  it.each([
    ["of a process that ended", dead, true],
    ["of a process id that was given again", { started: "another start" }, true],
    ["of a live process", {}, false],
    ["of the first process of the machine, which another user may own", { process: 1 }, false],
    ["of another host, just renewed", { host: "another", ...dead }, false],
    ["of another PID namespace, just renewed", { namespace: "pid:[1]", ...dead }, false],
    [
      "of a place without PID namespaces, just renewed",
      { namespace: namespace === "" ? "pid:[1]" : "", ...dead },
      false,
    ],
  ])("%s", async (_, more, isFree) => {
    const folder = scratch({ ".ccdag-site.lock": owner(more) });
    const taken = lock(folder);
    if (isFree) await (await taken)();
    else await expect(taken).rejects.toThrow(join(folder, ".ccdag-site.lock"));
    expect(isLocked(folder)).toBe(!isFree);
  });

  it.each([
    ["of another host", { host: "another" }],
    ["of another PID namespace", { namespace: "pid:[1]" }],
  ])("%s that was not renewed for a long time is taken over", async (_, more) => {
    const folder = scratch({ ".ccdag-site.lock": owner(more) });
    age(folder);
    const release = await lock(folder);
    expect(read(folder, ".ccdag-site.lock")).toContain(`"process":${process.pid},`);
    await release();
    expect(isLocked(folder)).toBe(false);
  });

  it.each([
    ["is empty", ""],
    ["names process 0, which is none", owner({ process: 0 })],
    ["names process -1, which is all", owner({ process: -1 })],
    ["names a group of processes", owner({ process: -process.pid })],
    ["names no whole number", owner({ process: 1.5 })],
    ["names no possible process", owner({ process: 2 ** 32 + process.pid })],
    ["names no PID namespace", owner({ namespace: undefined })],
  ])("that %s is damaged: it holds for ten seconds, in which it may be half written", async (_, content) => {
    const folder = scratch({ ".ccdag-site.lock": content });
    await expect(lock(folder)).rejects.toThrow("Another run");
    execFileSync("touch", ["-d", "11 seconds ago", join(folder, ".ccdag-site.lock")]);
    await (
      await lock(folder)
    )();
    expect(namesIn(folder)).toEqual([]);
  });

  it.runIf(process.platform === "linux")("of a process that ended, and that nobody has waited for", async () => {
    const parent = spawn("bash", ["-c", "sleep 0.01 & echo $!; exec sleep 60"]);
    const id = await new Promise<number>((done) => parent.stdout.once("data", (text: Buffer) => done(Number(text))));
    while (!/\) Z /.test(readFileSync(`/proc/${id}/stat`, "utf8"))) await new Promise((done) => setTimeout(done, 20));
    const folder = scratch({ ".ccdag-site.lock": owner({ process: id }) });
    await (
      await lock(folder)
    )();
    expect(isLocked(folder)).toBe(false);
    parent.kill();
  });

  describe("in a PID namespace of its own", () => {
    /** What runs a program in another PID namespace, with its own `/proc` or with ours. */
    const ways = [
      ["unshare", "--fork", "--pid", "--kill-child", "--mount-proc"],
      ["unshare", "--fork", "--pid", "--kill-child"],
    ];

    it.each(ways.map((way) => [way.join(" "), way] as const))(
      "is seen from outside, and the one outside from within: %s",
      async (_, [unshare = "", ...way]) => {
        const probe = spawnSync(unshare, [...way, "true"], { encoding: "utf8" });
        if (probe.status !== 0)
          return console.warn(`Not tested, no PID namespace: ${probe.error?.message ?? probe.stderr.trim()}`);
        const input = scratch({ "p/s.jsonl": talk("s") });
        const out = join(scratch(), "site");
        const argv = ["site", input, "-o", out, "--no-search"];
        const inside = () => spawnSync(unshare, [...way, "node", bin, ...argv], { encoding: "utf8" });
        expect(inside().stderr).toMatch(/^1 project, 1 page/);
        const release = await lock(out);
        expect(inside()).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/Another run of ccdag site \(process \d+ in another container of this host\)/),
        });
        expect(run(argv).status).toBe(2);
        await release();

        const holder = spawn(unshare, [...way, "node", "--input-type=module", "-e", locker]);
        holder.stdin.write(`${out}\n`);
        await new Promise((done) => holder.stdout.once("data", done));
        for (const one of [run(argv), inside()])
          expect([one.status, one.stderr]).toEqual([2, expect.stringMatching(/Another run/)]);
        const ended = new Promise((done) => holder.once("close", done));
        holder.kill("SIGKILL");
        await ended;
        // From here the process could not be seen: its lock holds as long as that of another host.
        expect(run(argv).status).toBe(2);
        age(out);
        expect(run(argv).stderr).toMatch(/^1 project, 1 page/);
      },
    );
  });

  describe("of a process of another user (EPERM)", () => {
    it.each([
      ["of a live one is respected", {}, 2],
      ["of a dead one is taken over", dead, 0],
    ])("%s", (_, more, expected) => {
      if (!isRoot) return console.warn("Not tested: only root can run a program as another user");
      const folder = scratch({ "in/s.jsonl": talk("s"), "site/.ccdag-site.lock": owner(more) });
      for (const name of ["", "site"]) chmodSync(join(folder, name), 0o777);
      const as = { encoding: "utf8", uid: 65_534, gid: 65_534, env: { ...process.env, HOME: folder } } as const;
      // A lock that this user could not signal the owner of is what is tested, so the program must run at all.
      const probe = spawnSync("node", [bin, "--version"], as);
      if (probe.status !== 0) return console.warn(`Not tested, another user cannot run ${bin}: ${probe.stderr.trim()}`);
      const kill = spawnSync("node", ["-e", `process.kill(${process.pid}, 0)`], as);
      expect(kill.stderr).toContain("EPERM");
      const argv = ["site", join(folder, "in"), "-o", join(folder, "site"), "--no-search"];
      const { status, stderr } = spawnSync("node", [bin, ...argv], as);
      const refusal = `Another run of ccdag site (process ${process.pid}) is writing`;
      expect([status, stderr.includes(refusal), isLocked(join(folder, "site"))]).toEqual([
        expected,
        expected === 2,
        expected === 2,
      ]);
    });
  });

  it("one of many runs that take over a dead lock gets it", async () => {
    for (let round = 0; round < 10; round++) {
      const folder = scratch({ ".ccdag-site.lock": owner(dead) });
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lock(folder)));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  it("one of many processes that start together gets it, whatever a killed run left", async () => {
    const processes = Array.from({ length: 6 }, () => spawn("node", ["--input-type=module", "-e", locker]));
    onTestFinished(() => processes.forEach((one) => void one.kill("SIGKILL")));
    const answers = processes.map((one) => createInterface({ input: one.stdout })[Symbol.asyncIterator]());
    const claimOn = (content: string) =>
      createHash("sha256").update(`${content.length}:`).update(content).digest("base64url").slice(0, 12);
    const old = owner(dead);
    const claim = `.ccdag-site.lock.${claimOn(old)}`;
    const worlds: Readonly<Record<string, string>>[] = [
      {},
      { ".ccdag-site.lock": old },
      { ".ccdag-site.lock": old, [claim]: old },
      { ".ccdag-site.lock": old, [claim]: old, [`${claim}.${claimOn(old)}`]: old },
      { ".ccdag-site.lock": "", [`.ccdag-site.lock.${claimOn("")}`]: "" },
    ];
    for (let round = 0; round < 60; round++) {
      const folder = scratch(worlds[round % worlds.length]);
      for (const name of namesIn(folder)) execFileSync("touch", ["-d", "1 minute ago", join(folder, name)]);
      for (const one of processes) one.stdin.write(`${folder}\n`);
      const got = await Promise.all(answers.map(async (lines) => (await lines.next()).value as string));
      expect([round, got.filter((answer) => answer === "got").length]).toEqual([round, 1]);
      expect(got.filter((answer) => !/^got$|Another run of ccdag site/.test(answer))).toEqual([]);
      expect(namesIn(folder)).toEqual([".ccdag-site.lock"]);
    }
  });

  it("is not written through a link that waits for the one that takes it over", async () => {
    const victim = scratch({ bashrc: "rc" });
    const old = owner(dead);
    const claim = createHash("sha256").update(`${old.length}:`).update(old).digest("base64url").slice(0, 12);
    for (const name of [`.ccdag-site.lock.${claim}.new`, `.ccdag-site.lock.${claim}`]) {
      const folder = scratch({ ".ccdag-site.lock": old });
      symlinkSync(join(victim, "bashrc"), join(folder, name));
      await lock(folder).catch(() => {});
      expect([name, read(victim, "bashrc")]).toEqual([name, "rc"]);
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
  it.each([
    ["without a search index", ["--no-search"]],
    ["with a search index", []],
  ])("at any step leaves a draft, which the next run removes in all folders: %s", (_, more) => {
    const input = world();
    const whole = join(scratch(), "site");
    run(["site", input, "-o", whole, ...more]);
    const folders = new Set<string>();
    for (let count = 2; ; count++) {
      const out = join(scratch(), "site");
      if (!killAt(count, ["site", input, "-o", out, ...more])) break;
      const drafts = draftsIn(out);
      expect([count, drafts.length]).toEqual([count, 1]);
      folders.add(dirname(drafts[0]!));
      expect(run(["site", input, "-o", out, ...more]).stderr).toMatch(/^2 projects, 2 pages/);
      expect(contentOf(out)).toEqual(contentOf(whole));
    }
    const search =
      more.length === 0
        ? ["search", "search/words", "search/text/a", "search/text/b"]
        : [".", "a", "b", "b/attachments"];
    expect([...folders]).toEqual(expect.arrayContaining(search));
  });

  it.each([
    ["whose project is gone", ["--prune", "--yes"]],
    ["whose project is not read", []],
  ])("in a folder %s: the draft and the folder are removed", (_, more) => {
    const input = world();
    const out = join(scratch(), "site");
    let count = 1;
    while (
      killAt(count, ["site", input, "-o", out, "--no-search"]) &&
      !draftsIn(out).some((name) => name.startsWith("b/"))
    ) {
      execFileSync("rm", ["-rf", out]);
      count++;
    }
    expect(draftsIn(out)).toEqual([expect.stringMatching(/^b\/attachments\//)]);
    run(["site", join(input, "a"), "-o", out, "--no-search", ...more]);
    const names = namesIn(out).filter((name) => !/^a\/attachments(?:\/[\da-f]{20}\.(?:css|js))?$/.test(name));
    expect(names).toEqual(["a", "a/session-s.html", "ccdag-site.json", "index.html"]);
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

  it.each([
    ["the only document of an export", 1, ["export", "a/s.jsonl", "-o", "out/s.md"], 0],
    ["the first manifest of a site", 1, ["site", "a", "b", "-o", "out", "--no-search"], 2],
    ["a page of a site", 2, ["site", "a", "b", "-o", "out", "--no-search"], 2],
  ])("is another thing than one that waits, whose draft stays: %s", async (_, count, argv, code) => {
    const cwd = world();
    const waiting = spawn("node", argvAt("SIGSTOP", count, argv), { cwd, stdio: "ignore" });
    const ended = new Promise((done) => waiting.once("close", done));
    onTestFinished(() => void waiting.kill("SIGKILL"));
    const out = join(cwd, "out");
    const isStopped = () => / T /.test(readFileSync(`/proc/${waiting.pid}/stat`, "utf8"));
    if (!existsSync("/proc/self/stat")) return console.warn("Not tested: no /proc");
    while (draftsIn(out).length === 0 || !isStopped()) await new Promise((done) => setTimeout(done, 20));
    const [draft] = draftsIn(out);
    const [before, other] = [contentOf(out), run(argv, { cwd })];
    expect([other.status, draftsIn(out)]).toEqual([code, [draft]]);
    // A site has a lock, so that the other run has not touched anything.
    if (code === 2) expect(contentOf(out)).toEqual(before);
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

  it.each([
    ["without a search index", ["--no-search"]],
    ["with a search index", []],
  ])(
    "at random moments leaves a folder that the next run completes to the same site, without drafts: %s",
    async (_, more) => {
      const input = scratch(Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}/s.jsonl`, picture(name)])));
      const whole = join(scratch(), "site");
      const begin = Date.now();
      run(["site", input, "-o", whole, ...more]);
      const time = Date.now() - begin;
      let seed = 20;
      let killed = 0;
      for (let round = 0; round < 12; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        const out = join(scratch(), "site");
        const timeout = Math.round(time * (0.3 + 0.7 * (seed / 2 ** 31)));
        if (run(["site", input, "-o", out, ...more], { timeout, killSignal: "SIGKILL" }).signal !== null) killed++;
        expect(run(["site", input, "-o", out, ...more]).stderr).toMatch(/^4 projects, 4 pages/);
        expect(draftsIn(out)).toEqual([]);
        expect(contentOf(out)).toEqual(contentOf(whole));
      }
      expect(killed).toBeGreaterThan(0);
    },
  );

  it("drafts and the lock of a killed run do not make a folder unusable", async () => {
    const input = scratch({ "p/s.jsonl": talk("s") });
    const draft = (await newDraft()).replace(/\d+/, String(2 ** 22 - 7));
    const out = scratch({ [draft]: "", ".ccdag-site.journal": '["p/session-s.html","1-', x: "" });
    expect((await ccdag(["site", input, "-o", out, "--no-search"])).stderr).toMatch(/contains other files/);
    execFileSync("rm", [join(out, "x")]);
    expect((await ccdag(["site", input, "-o", out, "--no-search"])).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(["ccdag-site.json", "index.html", "p"]);
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

  it.runIf(mounts)(
    "gives one line that names the target, blames no plugin, and the next run completes the site",
    () => {
      const input = scratch(
        Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p/s${at}.jsonl`, talk(`s${at}`)] as const)),
      );
      withFullDisk("200k", (folder) => {
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
