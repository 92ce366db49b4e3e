import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBinary } from "../../../../tooling/bundle/binary.mjs";
import { served } from "../../../../tooling/tests/served.ts";
import { sample, scratch, talk } from "../world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "ccdag-binary-"));
let binary: string;
beforeAll(async () => {
  binary = await makeBinary(join(folder, "made"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine without Node, and what its user types. */
function machine() {
  const home = scratch();
  const env = { HOME: home, PATH: "/nowhere", TMPDIR: join(home, "tmp") };
  mkdirSync(env.TMPDIR);
  const run = (program: readonly string[], ...words: readonly string[]) => {
    const [command, ...rest] = [...program, ...words];
    const { status, stdout, stderr } = spawnSync(command!, rest, { cwd: home, env, input: "", maxBuffer: 1 << 28 });
    return { status, stdout: String(stdout), stderr: String(stderr) };
  };
  return { home, env, run, programs: join(home, ".cache/ccdag/program") };
}

describe("the single binary (issue 46)", () => {
  it.each([
    ["--version"],
    ["export", sample],
    ["export", sample, "--to", "html"],
    ["search", "table", sample],
    ["check", sample],
    ["export", "/nowhere"],
  ])("answers as the package: %s %s", (...words) => {
    const { run } = machine();
    expect(run([binary], ...words)).toEqual(run([process.execPath, bin], ...words));
  });

  it("has threads", () => {
    const { home, env } = machine();
    const talks = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b"), "c.jsonl": talk("c") });
    const { status, stderr } = spawnSync(binary, ["export", talks, "-o", "out/", "--jobs", "2"], {
      cwd: home,
      encoding: "utf8",
      env: { ...env, NODE_DEBUG: "worker" },
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining("create new worker")]);
    // And the index.
    expect(readdirSync(join(home, "out")).filter((name) => name.endsWith(".md"))).toHaveLength(4);
  });

  it("has the library that reads and writes databases", () => {
    const { home, run } = machine();
    expect(run([binary], "export", sample, "--to", "sqlite", "-o", "sessions.db").status).toBe(0);
    expect(readFileSync(join(home, "sessions.db"), "latin1").startsWith("SQLite format 3")).toBe(true);
  });

  it("shows the page of all sessions, which a thread makes", async () => {
    const { home, env } = machine();
    expect(await served([binary, "serve", sample], { cwd: home, env })).toContain("<html");
  });

  it("starts itself again: in a hook, and for the status line", () => {
    const { run } = machine();
    const { stdout } = run([binary], "keep", "kept", "--hook");
    expect(stdout).toContain(`${binary} keep`);
    expect(stdout).not.toContain(process.execPath);
  });

  it("unpacks its files once, for their owner alone", () => {
    const { run, programs } = machine();
    const call = () => run([binary], "--version");
    call();
    const [name] = readdirSync(programs);
    const made = statSync(join(programs, name!)).mtimeMs;
    call();
    expect(readdirSync(programs)).toEqual([name]);
    expect([statSync(join(programs, name!)).mtimeMs, statSync(programs).mode & 0o777]).toEqual([made, 0o700]);
  });

  it("runs where nothing can be kept, and leaves nothing behind", () => {
    const { env } = machine();
    // No folder can be made there, also by root.
    const { status, stdout } = spawnSync(binary, ["check", sample], {
      encoding: "utf8",
      env: { ...env, XDG_CACHE_HOME: "/dev/null" },
    });
    expect([status, stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("Nothing is lost")]);
    expect([readdirSync(env.TMPDIR), existsSync(join(env.HOME, ".cache"))]).toEqual([[], false]);
  });
});
