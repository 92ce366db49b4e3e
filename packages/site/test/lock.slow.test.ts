import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { lock } from "../src/index.ts";
import { read, scratch, talk } from "../../../tooling/tests/scratch.ts";
import { namesIn, program, run } from "./site-runs.ts";

/** A program that takes the lock of each folder that it reads a line about, and keeps it. */
const locker = `
  import { createInterface } from "node:readline";
  import { lock } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
  for await (const folder of createInterface({ input: process.stdin }))
    console.log(await lock(folder).then(() => "got", (error) => error.message));
`;
const isRoot = process.getuid?.() === 0;

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
    // It ends when its parent is `sleep`: bash would wait for it.
    const child = '(while read -r name < /proc/$$/comm && [ "$name" = bash ]; do :; done)';
    const parent = spawn("bash", ["-c", `${child} & echo $!; exec sleep 60`]);
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
        const inside = () => spawnSync(unshare, [...way, "node", program, out, input], { encoding: "utf8" });
        expect(inside().stdout).toBe("projects: 1, pages: 1\n");
        const release = await lock(out);
        expect(inside()).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/Another run of ccdag site \(process \d+ in another container of this host\)/),
        });
        expect(run([out, input]).status).toBe(2);
        await release();

        const holder = spawn(unshare, [...way, "node", "--input-type=module", "-e", locker]);
        holder.stdin.write(`${out}\n`);
        await new Promise((done) => holder.stdout.once("data", done));
        for (const one of [run([out, input]), inside()])
          expect([one.status, one.stderr]).toEqual([2, expect.stringMatching(/Another run/)]);
        const ended = new Promise((done) => holder.once("close", done));
        holder.kill("SIGKILL");
        await ended;
        // From here the process could not be seen: its lock holds as long as that of another host.
        expect(run([out, input]).status).toBe(2);
        age(out);
        expect(run([out, input]).stdout).toBe("projects: 1, pages: 1\n");
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
      const probe = spawnSync("node", [program], as);
      if (probe.status !== 0)
        return console.warn(`Not tested, another user cannot run ${program}: ${probe.stderr.trim()}`);
      const kill = spawnSync("node", ["-e", `process.kill(${process.pid}, 0)`], as);
      expect(kill.stderr).toContain("EPERM");
      const { status, stderr } = spawnSync("node", [program, join(folder, "site"), join(folder, "in")], as);
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
