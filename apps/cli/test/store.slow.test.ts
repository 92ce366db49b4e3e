import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, put, read, sample, scratch, talk } from "./world.ts";

/** A home with the sample as the projects of the client, and a place for a store. */
function world() {
  const home = scratch();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const data = join(home, "conversations");
  const io = { env, cwd: home };
  return { home, data, io, store: (...args: string[]) => ccdag(["store", ...args, "--data", data], io) };
}

/** All files below a folder, by their paths. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(names.filter((name) => name.endsWith(".md")).map((name) => [name, read(folder, name)]));
}

describe("ccdag store", () => {
  it("S008 what was imported is exported as the files themselves, and an import again reads nothing", async () => {
    const { home, io, store } = world();
    const first = await store("import", sample);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toMatch(/: \d+ files read, 1 session, \d+ new messages\n/);
    expect((await store("import", sample)).stderr).toMatch(/: 0 files read, .*; \d+ files unchanged/);
    await ccdag(["export", sample, "-o", "direct/"], io);
    expect(await store("export", "-o", "stored/")).toMatchObject({ code: 0 });
    expect(filesIn(join(home, "stored"))).toEqual(filesIn(join(home, "direct")));
    expect(Object.keys(filesIn(join(home, "stored"))).length).toBeGreaterThan(1);
  });

  it("every command reads a store with --store, and nothing else then", async () => {
    const { home, data, io, store } = world();
    put(home, ".claude/projects/-other/b.jsonl", talk("b"));
    await store("import", sample);
    const listed = await ccdag(["ls", "--store", data, "--json"], io);
    const direct = await ccdag(["ls", sample, "--json"], io);
    const idsIn = (text: string) => (JSON.parse(text) as { session: string }[]).map(({ session }) => session).sort();
    expect(idsIn(listed.stdout)).toEqual(idsIn(direct.stdout));
    expect(await ccdag(["site", "--store", data, "-o", "site", "--no-search"], io)).toMatchObject({ code: 0 });
    expect(existsSync(join(home, "site/index.html"))).toBe(true);
    expect(read(home, "site/index.html")).not.toContain("other/");
  });

  it("without a cache the transcripts of a store are in a folder that is removed", async () => {
    const { data, io, store } = world();
    await store("import", sample);
    expect((await ccdag(["ls", "--store", data, "--no-cache", "--json"], io)).code).toBe(0);
    expect(existsSync(join(io.env.XDG_CACHE_HOME, "ccdag", "stores"))).toBe(false);
  });

  it("import takes all projects of the client if no path is named", async () => {
    const { home, store } = world();
    put(home, ".claude/projects/-home-me-app/a.jsonl", talk("a"));
    expect((await store("import")).stderr).toContain("1 file read, 1 session, 2 new messages");
  });

  it("a line that cannot be read is reported with its file and line, and the exit code says so", async () => {
    const { home, store } = world();
    put(home, "projects/-p/a.jsonl", `${talk("a")}{broken\n`);
    const { code, stderr } = await store("import", join(home, "projects"));
    expect(code).toBe(3);
    expect(stderr).toContain("ccdag: -p/a.jsonl:3: ");
    expect(stderr).toContain("2 new messages");
  });

  it("serve prints its address, serves the store on this machine, and stops", async () => {
    const { data, io } = world();
    let stop = () => {};
    let url = "";
    const served = ccdag(["store", "serve", "--data", data, "--port", "0"], {
      ...io,
      stop: new Promise<void>((resolve) => (stop = resolve)),
      stdout: async (text) => void (url += text),
    });
    while (!url.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\n$/);
    expect(await (await fetch(`${url.trim()}/ping`)).json()).toEqual({ code: 0, msg: "pong" });
    expect((await fetch(`${url.trim()}/session`)).status).toBe(401);
    stop();
    const { code, stderr } = await served;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Authorization: Bearer ccdag_[\w-]{43}$/m)]);
    await expect(fetch(`${url.trim()}/ping`)).rejects.toThrow("fetch failed");
  });

  it.each([
    ["the token in CCDAG_STORE_TOKEN opens it, and is not printed", [], { CCDAG_STORE_TOKEN: "secret-of-mine" }, 401],
    ["--no-token opens it to every account of the machine", ["--no-token"], {}, 200],
  ])("serve: %s", async (_, args, env, status) => {
    const { data, io } = world();
    let stop = () => {};
    let url = "";
    const served = ccdag(["store", "serve", "--data", data, "--port", "0", ...args], {
      ...io,
      env: { ...io.env, ...env },
      stop: new Promise<void>((resolve) => (stop = resolve)),
      stdout: async (text) => void (url += text),
    });
    while (!url.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    const ask = async (headers: Record<string, string>) => (await fetch(`${url.trim()}/session`, { headers })).status;
    expect(await ask({})).toBe(status);
    expect(await ask({ Authorization: "Bearer secret-of-mine" })).toBe(200);
    expect(await ask({ Authorization: "Bearer another" })).toBe(status);
    stop();
    expect((await served).stderr).not.toMatch(/secret-of-mine|Bearer/);
  });

  it("a token is printed once, listed by name, and deleted; a public server needs one", async () => {
    const { store } = world();
    const refused = await store("serve", "--host", "0.0.0.0", "--port", "0");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("without a token") as string });
    const made = await store("token", "laptop");
    expect(made.stdout).toMatch(/^ccdag_[\w-]{43}\n$/);
    const listed = await store("token");
    expect(listed.stdout).toMatch(/^laptop [\d-]{36} \S+ never used\n$/);
    expect((await store("token", "reader", "--read-only", "--expires", "2999-01-01")).code).toBe(0);
    expect((await store("token")).stdout).toMatch(/^reader \S+ \S+ read-only expires 2999-01-0\S+ never used$/m);
    expect(await store("token", "late", "--expires", "2001-01-01")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--expires `2001-01-01`, expected a day or a time to come") as string,
    });
    expect((await store("token", "reader", "--delete")).code).toBe(0);
    expect(listed.stdout).not.toContain(made.stdout.trim());
    expect(await store("token", "laptop")).toMatchObject({ code: 2 });
    expect(await store("token", "laptop", "--delete")).toMatchObject({ code: 0 });
    expect((await store("token")).stdout).toBe("");
  });

  it("what cannot be opened is one message: a folder with other files, a path that is none, workers without a server", async () => {
    const { home, store } = world();
    mkdirSync(join(home, "conversations"));
    put(home, "conversations/notes.txt", "mine");
    for (const args of [["export"], ["import", sample], ["token"], ["serve"]])
      expect(await store(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("holds other files") as string,
      });
    expect(read(home, "conversations/notes.txt")).toBe("mine");
    const inside = await ccdag(["store", "import", home, "--data", join(home, "inside")], {
      cwd: home,
      env: { HOME: home },
    });
    expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining("outside of") as string });
    expect((await store("import", "nowhere")).stderr).toContain("No such file or folder: `nowhere`");
    for (const name of ["import", "export"])
      expect((await store(name, sample, "--workers")).stderr).toContain("expected postgres://…");
    const elsewhere = await ccdag(["ls", "--store", "https://me:secret@host/x"], { cwd: home, env: { HOME: home } });
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining("`https://host/x`") as string });
    const worker = await ccdag(["worker", "--data", join(home, "conversations")], { cwd: home, env: { HOME: home } });
    expect(worker).toMatchObject({ code: 2, stderr: expect.stringContaining("postgres://") as string });
  });
});
