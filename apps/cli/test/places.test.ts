import { mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "./mcp-client.ts";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

/** A session with one prompt and one answer. */
function session(name: string, cwd: string, ...more: readonly object[]): string {
  const common = { cwd, timestamp: `2026-03-0${name.length}T10:00:00.000Z`, sessionId: name };
  return jsonl(
    ...more,
    {
      ...common,
      type: "user",
      uuid: `${name}-u`,
      parentUuid: null,
      message: { role: "user", content: `Plant ${name}` },
    },
    {
      ...common,
      type: "assistant",
      uuid: `${name}-a`,
      parentUuid: `${name}-u`,
      message: {
        id: `m-${name}`,
        role: "assistant",
        model: "claude-opus-4-6",
        content: [{ type: "text", text: "Done" }],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
  );
}

/** A home with these files below `.claude/projects`, and commands that run in it. */
function home(files: Readonly<Record<string, string>>) {
  const top = realpathSync(scratch());
  const root = join(top, ".claude/projects");
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  const call = (argv: readonly string[], cwd = top) =>
    ccdag([...argv, "--utc", "--no-cache"], { env: { HOME: top }, cwd });
  const json = async <T>(argv: readonly string[], cwd?: string) =>
    JSON.parse((await call([...argv, "--json"], cwd)).stdout) as T;
  return { top, root, call, json };
}

type Home = ReturnType<typeof home>;

/** The projects of all lists: each with the number of its sessions, as far as the list says it. */
async function projectsOf({ top, call, json }: Home, ...argv: string[]): Promise<Record<string, readonly string[]>> {
  const projects = await json<Array<{ project: string; sessions: number }>>(["ls", "--projects", ...argv]);
  const sessions = await json<Array<{ project: string }>>(["ls", ...argv]);
  const usage = await json<{ rows: Array<{ project: string; calls: number }> }>(["usage", "--by", "project", ...argv]);
  await call(["site", "-o", join(top, "site"), "--no-search", ...argv]);
  await call(["export", join(top, ".claude/projects"), "--to", "json", "-o", `${join(top, "documents")}/`, ...argv]);
  const index = JSON.parse(read(top, "documents/index.json")) as Array<{ cwd: string }>;
  const { call: ask } = await connect(["--no-cache", "--utc", ...argv], { env: { HOME: top }, cwd: top });
  const { text } = await ask("list_sessions");
  return {
    projects: projects.map(({ project, sessions: number }) => `${project} ${number}`).sort(),
    ls: [...new Set(sessions.map(({ project }) => project))].sort(),
    usage: usage.rows.map(({ project, calls }) => `${project} ${calls}`).sort(),
    site: titlesIn(read(top, "site/index.html")),
    folder: [...new Set(index.map(({ cwd }) => cwd))].sort(),
    mcp: [...new Set(text.split("\n").flatMap((line) => (line.startsWith("-") ? line.split(" | ")[4]! : [])))].sort(),
  };
}

/** The titles of the projects that the index of a site lists. */
function titlesIn(index: string): string[] {
  const [, choices = ""] = /<select[^>]*data-name="project"[^>]*>(.*?)<\/select>/s.exec(index) ?? [];
  return [...choices.matchAll(/<option value="\d+">(.*?)<\/option>/g)].map(([, title]) => title!).sort();
}

/** What every list says of two projects. */
function everywhere(
  first: string,
  second: string,
  counts: readonly [number, number],
): Record<string, readonly string[]> {
  const names = [first, second];
  const counted = names.map((name, at) => `${name} ${counts[at]}`);
  return { projects: counted, ls: names, usage: counted, site: names, folder: names, mcp: names };
}

describe("one project in every list", () => {
  it("is a project of Windows, in whatever case the drive and with whatever slashes it is written", async () => {
    const world = home({
      "M--farm-barn/a.jsonl": session("a", "M:\\farm\\barn"),
      "m--farm-barn/bb.jsonl": session("bb", "m:\\farm\\barn"),
      "m--farm-barn/ccc.jsonl": session("ccc", "M:/farm/barn"),
      "m--farm-mill/dddd.jsonl": session("dddd", "m:\\farm\\mill"),
    });
    expect(await projectsOf(world)).toMatchObject({
      ...everywhere("M:\\farm\\barn", "M:\\farm\\mill", [3, 1]),
      mcp: ["farm/barn", "farm/mill"],
    });
    const named = async (input: string) => (await world.json<object[]>(["ls", input])).length;
    for (const barn of ["m--farm-barn", "barn", "m:/farm/barn", "M:\\farm\\barn"])
      expect([barn, await named(barn)]).toEqual([barn, 3]);
    expect(await named("M--farm-mill")).toBe(1);
    const csv = await world.call(["export", world.root, "--to", "csv", "--table", "sessions"]);
    expect(csv.stdout.match(/^M--farm-\w+/gm)).toHaveLength(4);
  });

  it("is a repository with the worktrees that the client made, also where only records say whose they are", async () => {
    const state = (worktreePath: string) => ({
      type: "worktree-state",
      sessionId: "ccc",
      worktreeSession: { originalCwd: "/srv/garden", worktreePath, worktreeName: "away" },
    });
    const world = home({
      "-srv-garden/a.jsonl": session("a", "/srv/garden"),
      "-srv-garden--claude-worktrees-roses/bb.jsonl": session("bb", "/srv/garden/.claude/worktrees/roses"),
      "-tmp-away/ccc.jsonl": session("ccc", "/srv/garden", state("/tmp/away")),
      "-tmp-away/dddd.jsonl": session("dddd", "/tmp/away"),
      "-srv-garden-shed/eeeee.jsonl": session("eeeee", "/srv/garden-shed"),
    });
    const { projects, ls, usage, mcp } = await projectsOf(world);
    expect({ projects, ls, usage, mcp }).toEqual({
      projects: ["/srv/garden 4", "/srv/garden-shed 1"],
      ls: ["/srv/garden", "/srv/garden-shed"],
      usage: ["/srv/garden 4", "/srv/garden-shed 1"],
      mcp: ["/srv/garden", "/srv/garden-shed"],
    });
    const csv = await world.call(["export", world.root, "--to", "csv", "--table", "sessions"]);
    expect(csv.stdout.match(/^-srv-garden(?=,)/gm)).toHaveLength(2);
  });

  it("is one that was moved, under its new path", async () => {
    const world = home({
      "-srv-old/a.jsonl": session("a", "/srv/old"),
      "-srv-old--claude-worktrees-x/bb.jsonl": session("bb", "/srv/old/.claude/worktrees/x"),
      "-srv-new/ccc.jsonl": session("ccc", "/srv/new"),
      "-srv-older/dddd.jsonl": session("dddd", "/srv/older"),
    });
    expect(await projectsOf(world, "--alias", "/srv/old=/srv/new")).toEqual(
      everywhere("/srv/new", "/srv/older", [3, 1]),
    );
  });
});

describe("a worktree", () => {
  const world = () =>
    home({
      "-srv-garden/a.jsonl": session("a", "/srv/garden"),
      "-srv-garden--claude-worktrees-roses/bb.jsonl": session("bb", "/srv/garden/.claude/worktrees/roses"),
      "-srv-garden--claude-worktrees-weeds/ccc.jsonl": session("ccc", "/srv/garden/.claude/worktrees/weeds"),
    });
  const paths = async ({ json }: Home, ...argv: string[]) =>
    (await json<Array<{ path: string }>>(["ls", ...argv])).map(({ path }) => path);

  it("is read with its project, and alone by its own name; each path says where the transcript is", async () => {
    const garden = world();
    const [main, roses, weeds] = [
      "-srv-garden/a.jsonl",
      "-srv-garden--claude-worktrees-roses/bb.jsonl",
      "-srv-garden--claude-worktrees-weeds/ccc.jsonl",
    ];
    for (const whole of ["garden", "-srv-garden", join(garden.root, "-srv-garden")])
      expect([whole, await paths(garden, whole)]).toEqual([whole, [weeds, roses, main]]);
    for (const one of ["roses", "-srv-garden--claude-worktrees-roses", "/srv/garden/.claude/worktrees/roses"])
      expect([one, await paths(garden, one)]).toEqual([one, [roses]]);
    const found = await garden.json<Array<{ path: string; project: string }>>([
      "search",
      "Plant",
      "--project",
      "garden",
    ]);
    expect(found.map(({ path, project }) => `${path} ${project}`).sort()).toEqual(
      [weeds, roses, main].map((path) => `${path} -srv-garden`).sort(),
    );
  });

  it("is one project of a site, with the pages of all its sessions", async () => {
    const { top, call } = world();
    await call(["site", "-o", join(top, "site"), "--no-search"]);
    expect(readdirSync(join(top, "site/srv-garden")).filter((name) => name.endsWith(".html"))).toEqual([
      "session-a.html",
      "session-bb.html",
      "session-ccc.html",
    ]);
  });
});

describe("--alias", () => {
  /** A project that was moved to a folder that exists, and the folder. */
  function moved() {
    const world = home({});
    const [from, to] = [join(world.top, "work/old"), join(world.top, "work/new")];
    mkdirSync(to, { recursive: true });
    put(world.root, `${from.replace(/[^a-zA-Z0-9]/g, "-")}/a.jsonl`, session("a", from));
    return { ...world, from, to, alias: ["--alias", `${from}=${to}`] };
  }

  it("a command in the new folder finds the sessions of the old one", async () => {
    const { call, to, alias } = moved();
    expect((await call(["export"], to)).code).toBe(2);
    expect(await call(["export", ...alias], to)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Plant a") as string,
    });
  });

  it("a project is found by either name; a search names the new one", async () => {
    const { call, json, alias, to } = moved();
    for (const name of ["new", "old"])
      expect((await json<Array<{ project: string }>>(["ls", name, ...alias])).map(({ project }) => project)).toEqual([
        to,
      ]);
    const [found] = await json<Array<{ project: string }>>(["search", "Plant", "--project", "new", ...alias]);
    expect(found!.project).toMatch(/-work-new$/);
    expect((await call(["ls", "new"])).code).toBe(2);
  });

  it("is a setting of the user; paths begin at home or at the folder of the config", async () => {
    const { top, call, to, from } = moved();
    put(top, ".config/ccdag/ccdag.config.json", JSON.stringify({ settings: { alias: ["~/work/old=~/work/new"] } }));
    expect((await call(["export"], to)).stdout).toContain("Plant a");
    put(to, "ccdag.config.json", JSON.stringify({ settings: { alias: [`${from}=/elsewhere`] } }));
    put(to, ".git/HEAD", "");
    const { stdout, stderr } = await call(["export"], to);
    expect([stdout, stderr]).toEqual([
      expect.stringContaining("Plant a"),
      expect.stringMatching(/`alias`.*ccdag\.config\.json/),
    ]);
  });

  it("projects that were moved twice are where they were moved last", async () => {
    const { top, json, from, alias } = moved();
    const last = join(top, "last");
    const [only] = await json<Array<{ project: string }>>([
      "ls",
      ...alias,
      "--alias",
      `${alias[1]!.split("=")[1]}=${last}/`,
    ]);
    expect([only!.project, from]).toEqual([last, from]);
  });

  it.each([
    [["/srv/old"], "Unexpected --alias `/srv/old`, expected the old and the new path of a project: old=new"],
    [["/a=/b", "/b=/a"], "Unexpected --alias of `/b`, which leads back to `-a`"],
  ])("%j is no alias", async (texts, message) => {
    const argv = texts.flatMap((text) => ["--alias", text]);
    expect(await moved().call(["ls", ...argv])).toMatchObject({ code: 2, stderr: `ccdag: ${message}\n` });
  });

  it("a site shows what it kept of the old folder under the new path", async () => {
    const { top, root, call, from, to, alias } = moved();
    const site = ["site", "-o", join(top, "site"), "--no-search"];
    await call(site);
    const old = join(root, readdirSync(root)[0]!);
    renameSync(old, join(top, "gone"));
    put(root, `${to.replace(/[^a-zA-Z0-9]/g, "-")}/bb.jsonl`, session("bb", to));
    await call([...site, ...alias]);
    const index = read(top, "site/index.html");
    expect(index.match(/data-p="\d+"/g)).toEqual(['data-p="0"', 'data-p="0"']);
    expect([index.includes("Plant a"), index.includes("Plant bb"), index.includes(from)]).toEqual([true, true, false]);
  });
});

it("--alias adds no name to what is redacted", async () => {
  const world = home({ "-srv-old/a.jsonl": session("a", "/srv/old"), "-srv-b/bb.jsonl": session("bb", "/srv/b") });
  const argv = ["--redact", "--alias", "/srv/old=/home/lovelace/new"];
  await world.call(["site", "-o", join(world.top, "site"), "--no-search", ...argv]);
  await world.call(["export", world.root, "-o", `${join(world.top, "documents")}/`, ...argv]);
  const { stdout } = await connectedList(world, argv);
  for (const text of [read(world.top, "site/index.html"), read(world.top, "documents/index.md"), stdout])
    expect(text).not.toContain("lovelace");
});

/** What the tool of a model lists. */
async function connectedList({ top }: Home, argv: readonly string[]) {
  const { call } = await connect(["--no-cache", ...argv], { env: { HOME: top }, cwd: top });
  return { stdout: (await call("list_sessions")).text };
}

describe("the folder of a project that is a link", () => {
  it("is read as for the client, also by id and as the current project; links in it are not", async () => {
    const { top, root, call, json } = home({ "-srv-a/a.jsonl": session("a", "/srv/a") });
    const work = join(top, "work");
    const away = join(top, "away");
    put(away, "bb.jsonl", session("bb", work));
    put(top, "private/ccc.jsonl", session("ccc", "/private"));
    symlinkSync(join(top, "private"), join(away, "bb"));
    symlinkSync(away, join(root, work.replace(/[^a-zA-Z0-9]/g, "-")));
    symlinkSync(away, join(root, "-srv-again"));
    mkdirSync(work);
    expect((await json<Array<{ session: string }>>(["ls"])).map(({ session: id }) => id)).toEqual(["bb", "a"]);
    expect((await call(["export", "bb"])).stdout).toContain("Plant bb");
    expect((await call(["export"], work)).stdout).toContain("Plant bb");
    const { stdout } = await call(["search", "Plant"]);
    expect([stdout.includes("Plant bb"), stdout.includes("Plant ccc")]).toEqual([true, false]);
    const written = await call(["export", "a", "--to", "jsonl", "-o", join(away, "out.jsonl")]);
    expect([written.code, written.stderr]).toEqual([2, expect.stringContaining("among the transcripts")]);
  });
});

describe("sessions of the desktop app", () => {
  it("are in every list, if there are any", async () => {
    const world = home({ "-srv-a/a.jsonl": session("a", "/srv/a") });
    const app = ".config/Claude/local-agent-mode-sessions/org/account";
    put(world.top, `${app}/local_1/.claude/projects/-sessions-kind-ada/bb.jsonl`, session("bb", "/sessions/kind-ada"));
    put(world.top, `${app}/local_1/uploads/.claude/projects/-x/none.jsonl`, session("ccc", "/x"));
    put(
      world.top,
      `${app}/agent/local_2/.claude/projects/-sessions-kind-bob/dddd.jsonl`,
      session("dddd", "/sessions/kind-bob"),
    );
    expect((await world.json<Array<{ session: string }>>(["ls"])).map(({ session: id }) => id)).toEqual([
      "dddd",
      "bb",
      "a",
    ]);
    expect((await world.call(["export", "bb"])).stdout).toContain("Plant bb");
  });
});
