import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Account, Root, Session } from "@ccdag/ccast";
import ccdagParse, { ccdag as processor, stages } from "@ccdag/processor";
import { draw } from "@ccdag/report";
import { describe, expect, it } from "vitest";
import { ccdag, documentsIn, jsonl, put, read, sample, scratch, talk } from "./world.ts";

interface Envelope {
  tree: Root;
  account: Account;
}

describe("ccdag export", () => {
  it("L001 C020 C024: reads all transcripts of a folder, and writes one document in session-tree order", async () => {
    const folder = scratch({ "b.jsonl": talk("b"), "a.jsonl": talk("a"), "c.jsonl": talk("c", "a-a") });
    const { code, stdout, stderr } = await ccdag(["export", folder]);
    expect([code, stderr]).toEqual([0, ""]);
    expect([...stdout.matchAll(/Question (\w)/g)].map(([, name]) => name)).toEqual(["a", "a", "c", "c", "b", "b"]);
  });

  it("L001 C022 C023 R018: for one session, reads what it continues, writes its subtree, and mentions the others", async () => {
    const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b", "a-a"), "z.jsonl": talk("z") });
    const { code, stdout, stderr } = await ccdag(["export", join(folder, "b.jsonl"), "-v"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Question b");
    expect(stdout).not.toContain("Question a");
    expect(stdout).toMatch(/Continues from message \S+ in Session a/);
    expect(stderr).toContain("1 other sessions of this project were read and are not shown");
  });

  it("takes a session id or a prefix of one, and by default the newest session of the current directory", async () => {
    const home = scratch({
      ".claude/projects/-home-app/abc-1.jsonl": talk("one"),
      ".claude/projects/-home-app/abd-2.jsonl": talk("two"),
    });
    const env = { HOME: home };
    expect((await ccdag(["export", "abc"], { env })).stdout).toContain("Question one");
    expect((await ccdag(["export", "abd-2"], { env: { CLAUDE_CONFIG_DIR: join(home, ".claude") } })).stdout).toContain(
      "Question two",
    );
    expect((await ccdag(["export"], { env, cwd: "/home/app" })).stdout).toMatch(/Question (one|two)/);
  });

  it("takes the working directory of a project", async () => {
    const home = scratch();
    const cwd = scratch({ "src/main.ts": "" });
    put(home, `.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, "-")}/s.jsonl`, talk("here"));
    expect((await ccdag(["export", cwd], { env: { HOME: home } })).stdout).toContain("Question here");
  });

  it("reads stdin", async () => {
    const stdin = (async function* () {
      yield Buffer.from(talk("piped"));
    })();
    expect((await ccdag(["export", "-", "--to", "json"], { stdin })).stdout).toContain("Question piped");
  });

  it("unpacks stdin", async () => {
    const stdin = (async function* () {
      yield gzipSync(talk("packed"));
    })();
    expect((await ccdag(["export", "-"], { stdin })).stdout).toContain("Question packed");
  });

  it.each(["all", "one"])(
    "shows all sessions of a file that was named, also if none has its name: %s",
    async (name) => {
      const both = talk("one") + talk("two");
      const records = both.replace(/"uuid":"(one|two)-/g, (found, of: string) => `"sessionId":"${of}",${found}`);
      const folder = scratch({ [`p/${name}.jsonl`]: records, "projects/q/all.jsonl": records });
      for (const path of [`p/${name}.jsonl`, "projects/q/all.jsonl"]) {
        const { code, stdout } = await ccdag(["export", join(folder, path)]);
        expect([code, stdout.includes("Question one"), stdout.includes("Question two")]).toEqual([0, true, true]);
      }
    },
  );

  it("keeps an index that is not its own, also if nothing could be read", async () => {
    const folder = scratch({ "out/index.md": "my own notes", "p/x": "" });
    symlinkSync("/etc/hostname", join(folder, "p/a.jsonl"));
    expect((await ccdag(["export", "p", "-o", "out/"], { cwd: folder })).code).not.toBe(0);
    expect(read(folder, "out/index.md")).toBe("my own notes");
  });

  it("links to a session whose id is no text that an address can have", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s").replace('"uuid"', '"sessionId":"\\ud800","uuid"') });
    expect((await ccdag(["export", "p", "-o", "out/"], { cwd: folder })).code).toBe(0);
    expect(read(folder, "out/index.md")).toMatch(/\]\(2026-01-01-question-s-s\.md#session-[\w%]+\)/);
  });

  it("draws no shape that would fill the memory", async () => {
    const beginnings = Array.from({ length: 4000 }, () => '{"type":"user","uuid":"a","parentUuid":"z"}\n').join("");
    const { code, stderr } = await ccdag(["shape", join(scratch({ "s.jsonl": beginnings }), "s.jsonl")]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/larger than 10 MB.*--around/)]);
  });

  it.each([
    ["an empty output", ["export", sample, "-o", ""], /Unexpected empty name after --output/],
    ["an unknown path", ["export", "/nowhere/at-all"], /No such file or folder: `\/nowhere\/at-all`/],
    [
      "an unknown session",
      ["export", "nosuch"],
      /expected a path, or a project or session in `.*`; `ccdag ls` lists all sessions\n$/,
    ],
    [
      "an ambiguous prefix",
      ["export", "ab"],
      /`ab` matches 2 sessions; .*\n +SESSION +PROJECT +LAST +TITLE\n +ab1 +-p +2026-01-01 10:00 +Question 1\n +ab2 +-p /,
    ],
    ["no transcript of this directory", ["export"], /No transcript of/],
    ["an empty folder", ["export", "."], /No transcript in `\.`/],
    ["a file of another kind", ["export", "notes.txt"], /expected a name ending in `\.jsonl`/],
    [
      "an unknown renderer",
      ["export", ".", "--to", "nope"],
      /Cannot find renderer `nope`; tried `ccdag-render-nope` and `nope` from/,
    ],
    [
      "an ending that no format has",
      ["export", ".", "-o", "a.pdf"],
      /Unexpected ending `\.pdf`, expected \.md, \.html, \.json, \.jsonl, \.csv, \.parquet, \.db, \.mmd.* or \.\w+, or a format after --to\n/,
    ],
    [
      "an output that cannot be",
      ["export", "p", "-o", "notes.txt/a.md"],
      /ccdag: Cannot write `.*a\.md`: (?:a part of the path is no folder|something with this name exists)/,
    ],
    ["a format that contradicts the ending", ["export", ".", "--to", "html", "-o", "a.md"], /expected `markdown`/],
    [
      "an unknown option",
      ["export", "--colour"],
      /^ccdag: Unexpected option --colour, expected one that --help lists; did you mean --color\?\n$/,
    ],
    [
      "an unknown command",
      ["exprot"],
      /^ccdag: Unexpected command `exprot`, expected one that .* lists; did you mean `export`\?\n$/,
    ],
    ["an unknown uuid", ["explain", "no-such-uuid", "p"], /expected the uuid of a record in `p`/],
  ])("%s exits 2 with one clear line", async (_, argv, expected) => {
    const home = scratch({ ".claude/projects/-p/ab1.jsonl": talk("1"), ".claude/projects/-p/ab2.jsonl": talk("2") });
    const cwd = scratch({ "notes.txt": "", "p/s.jsonl": talk("p") });
    const isEmpty = argv[1] === "." && argv.length === 2;
    const { code, stderr, stdout } = await ccdag(argv, { env: { HOME: home }, cwd: isEmpty ? scratch() : cwd });
    expect(stderr).toMatch(expected);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("writes one file in the format of its ending, and replaces an existing one", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s"), "out.html": "old content" });
    for (const [name, begins] of [
      ["out.html", "<!doctype html>"],
      ["deep/er/out.json", '{\n "ccdag"'],
      ["out.md", "# "],
    ] as const) {
      expect((await ccdag(["export", "p", "-o", name], { cwd: folder })).code).toBe(0);
      expect(read(folder, name).startsWith(begins)).toBe(true);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("keeps the mode of a file that it replaces, and follows a link", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s"), "real.md": "old" });
    chmodSync(join(folder, "real.md"), 0o600);
    symlinkSync(join(folder, "real.md"), join(folder, "link.md"));
    expect((await ccdag(["export", "p", "-o", "link.md"], { cwd: folder })).code).toBe(0);
    expect(read(folder, "real.md")).toContain("Question s");
    expect([
      lstatSync(join(folder, "link.md")).isSymbolicLink(),
      statSync(join(folder, "real.md")).mode & 0o777,
    ]).toEqual([true, 0o600]);
  });

  it("writes a folder: a document per root session, links between them, and an index", async () => {
    const folder = scratch({ "p/a.jsonl": talk("a"), "p/b.jsonl": talk("b", "a-a"), "p/c.jsonl": talk("c") });
    const { code, stderr } = await ccdag(["export", "p", "-o", "out/"], { cwd: folder });
    expect([code, stderr]).toEqual([0, "3 documents in out/\n"]);
    const [a, c] = ["2026-01-01-question-a-a", "2026-01-01-question-c-c"];
    expect(readdirSync(join(folder, "out")).sort()).toEqual([".ccdag-export.json", `${a}.md`, `${c}.md`, "index.md"]);
    expect(read(folder, "out/index.md")).toContain(
      `| 2026-01-01 10:00 |  | [Question a](${a}.md#session-a) |  | 2 |  |\n` +
        `| 2026-01-01 10:00 |  | ↳ [Question b](${a}.md#session-b) |  | 2 |  |\n`,
    );
    for (const to of ["html", "json"])
      expect((await ccdag(["export", "p", "--to", to, "-o", `${to}/`], { cwd: folder })).code).toBe(0);
    expect(JSON.parse(read(folder, `json/${c}.json`))).toMatchObject({
      account: { lines: 2, placed: 2, hidden: 0 },
    });
    expect(read(folder, "html/index.html")).toContain(`<a href="${a}.html#session-b">Question b</a>`);
  });

  it.each([
    ["sessions share a prefix", []],
    ["branches are documents of their own", ["--branches", "separate"]],
  ])("the account of each document of a folder balances, also if %s", async (_, options) => {
    const rewound = talk("a") + talk("d", "a-u");
    const folder = scratch({ "p/a.jsonl": rewound, "p/b.jsonl": talk("a") + talk("b"), "p/c.jsonl": talk("c") });
    const { code } = await ccdag(["export", "p", "--to", "json", "-o", "out/", ...options], { cwd: folder });
    expect(code).toBe(0);
    for (const name of documentsIn(join(folder, "out"))) {
      const { account } = JSON.parse(read(folder, "out", name)) as { account: Account };
      const explained = account.placed + account.hidden + account.folded.length + account.bookkeeping.length;
      expect([name, explained]).toEqual([name, account.lines]);
    }
  });

  it("loads a renderer plugin from the working directory", async () => {
    const plugin = "export default function () { this.compiler = (tree) => `${tree.children.length} sessions`; }";
    const folder = scratch({ "p/s.jsonl": talk("s"), "mine.mjs": plugin, "broken.mjs": "export default 1" });
    expect((await ccdag(["export", "p", "--to", "./mine.mjs"], { cwd: folder })).stdout).toBe("1 sessions");
    expect(await ccdag(["export", "p", "--to", "./broken.mjs"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("expected a plugin") as string,
    });
  });

  it("L002: says on stderr how many warnings there are and exits 0; -q prints nothing, -v everything, check all of them", async () => {
    const folder = scratch({
      "p/s.jsonl": `${talk("s")}{broken\n${jsonl({ type: "user", uuid: "x", parentUuid: "gone", message: { content: "x" } })}`,
    });
    const summary = "2 warnings in p; -v shows them\n";
    expect(await ccdag(["export", "p"], { cwd: folder })).toMatchObject({ code: 0, stderr: summary });
    for (const command of ["tree", "usage", "branches", "agents"])
      expect(await ccdag([command, "p"], { cwd: folder })).toMatchObject({ code: 0, stderr: summary });
    expect((await ccdag(["check", "p"], { cwd: folder })).stderr).toMatch(/3:1\s+warning[\s\S]*4:1\s+warning/);
    const { code, stderr } = await ccdag(["export", "p", "-v"], { cwd: folder });
    expect(code).toBe(0);
    expect(stderr).toMatch(/s\.jsonl\n3:1\s+warning\s+Unexpected line, expected a JSON object.*invalid-json\s+ccdag/);
    expect((await ccdag(["export", "p", "-q"], { cwd: folder })).stderr).toBe("");
    expect(stderr).not.toContain("\u001B[");
    expect((await ccdag(["export", "p", "-v", "--color"], { cwd: folder })).stderr).toContain("\u001B[");
    expect(
      (await ccdag(["export", "p", "-v"], { cwd: folder, isTerminal: true, env: { NO_COLOR: "1" } })).stderr,
    ).not.toContain("\u001B[");
  });

  it("counts the warnings of all projects in one line that names the one with most, also of agents and of a site", async () => {
    const orphan = (uuid: string) => jsonl({ type: "user", uuid, parentUuid: "gone", message: { content: "x" } });
    const home = scratch({
      "all/-p/s.jsonl": `${talk("s")}{broken\n${orphan("x")}`,
      "all/-q/t.jsonl": `${talk("t")}${orphan("y")}`,
      "all/-p/s/subagents/agent-7f.jsonl": "{broken\n",
      "all/-r/u.jsonl": talk("u"),
    });
    const summary = "4 warnings in -p and 1 other project; -v shows them\n";
    for (const argv of [
      ["tree", "all"],
      ["export", "all", "-o", "a.md"],
      ["site", "all", "-o", "site"],
    ])
      expect((await ccdag(argv, { cwd: home })).stderr).toContain(summary);
    expect((await ccdag(["tree", "all/-p"], { cwd: home })).stderr).toBe("3 warnings in -p; -v shows them\n");
    expect((await ccdag(["tree", "all/-q"], { cwd: home })).stderr).toBe("1 warning in -q; -v shows it\n");
    expect((await ccdag(["site", "all", "-o", "site", "-q"], { cwd: home })).stderr).toBe("");
  });

  it.each(["export", "tree", "usage", "check", "agents", "branches"])(
    "%s prints nothing on stderr for healthy data",
    async (command) => {
      expect((await ccdag([command, sample])).stderr).toBe("");
    },
  );

  it("exits 3 for a file that cannot be read, and exports the others", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s") });
    spawnSync("ln", ["-s", "/nowhere", join(folder, "p/gone.jsonl")]);
    const { code, stdout, stderr } = await ccdag(["export", "p"], { cwd: folder });
    expect(code).toBe(3);
    expect(stdout).toContain("Question s");
    expect(stderr).toMatch(/gone\.jsonl[\s\S]*Cannot read file/);
  });
});

describe("ccdag export --detail", () => {
  const output = async (...options: string[]) => {
    const { code, stdout, stderr } = await ccdag(["export", sample, ...options]);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };

  it("shows how much was omitted at each position", async () => {
    expect(await output("--detail", "prompts")).toMatch(
      /Please find out why[^\n]+\n\n\*4 messages, 2 thoughts, 12 tool calls not shown\*\n/,
    );
    expect(await output("--detail", "steps")).toMatch(/🔧 Read: [^\n]+table\.ts\n/);
    expect(await output("--no-thinking")).not.toContain("<summary>Thinking");
    const bash = await output("--tools", "Bash");
    expect(bash).toContain("<summary>🔧 Bash");
    expect(bash).not.toContain("🔧 Read");
  });

  it("omits records of the client in formats for people, and nothing in formats for programs", async () => {
    expect(await output()).toContain("records not shown*");
    expect(await output()).not.toContain("<summary>Records");
    expect(await output("--detail", "full")).toContain("<summary>Records");
    expect(JSON.parse(await output("--to", "json")).account.hidden).toBe(0);
    expect(JSON.parse(await output("--to", "json", "--detail", "talk")).account.hidden).toBeGreaterThan(0);
  });

  it("keeps the anchors of all messages that are shown", async () => {
    const anchors = (text: string) => new Set(text.match(/<a id="[^"]+"/g));
    const full = anchors(await output("--detail", "full"));
    for (const level of ["prompts", "talk", "steps", "tools"])
      for (const anchor of anchors(await output("--detail", level))) expect(full).toContain(anchor);
  });

  it("names the levels if the given one is unknown", async () => {
    const { code, stderr } = await ccdag(["export", sample, "--detail", "all"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("prompts, talk, steps, tools, full")]);
  });
});

describe("ccdag export --to jsonl, messages, atif, inspect", () => {
  it.each([
    ["jsonl", "out.jsonl", /^\{"type":"message","thread":\{"uuid":"[^"]+","sessionId":"a"\},/],
    [
      "messages",
      "out.json",
      /^\{\n "ccdag": \{\n  "schemaVersion": 2,\n  "generator": "@ccdag\/render-json\/messages"/,
    ],
    ["atif", "out.jsonl", /^\{"schema_version":"ATIF-v1\.7","session_id":"a",[^\n]*\n$/],
    ["inspect", "out.json", /^\{"version":2,"status":"success","eval":\{[^\n]*\n\{"id":"a\//],
  ])("%s goes to stdout, to %s and into a folder", async (to, name, output) => {
    const folder = scratch({ "in/a.jsonl": talk("a") });
    const { code, stdout } = await ccdag(["export", `${folder}/in`, "--to", to]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(output)]);
    expect((await ccdag(["export", `${folder}/in`, "--to", to, "-o", `${folder}/${name}`])).code).toBe(0);
    expect(read(folder, name)).toBe(stdout);
    expect((await ccdag(["export", `${folder}/in`, "--to", to, "-o", `${folder}/out/`])).code).toBe(0);
    expect(read(folder, "out", `2026-01-01-question-a-a${name.slice(3)}`)).toBe(stdout);
    const index = read(folder, "out", `index${name.slice(3)}`);
    for (const one of name === "out.jsonl" ? index.trim().split("\n") : [index])
      expect(JSON.stringify(JSON.parse(one))).toContain('"sessionId":"a"');
  });

  it("the ending .jsonl selects the format", async () => {
    const folder = scratch({ "in/a.jsonl": talk("a") });
    expect((await ccdag(["export", `${folder}/in`, "-o", `${folder}/out.jsonl`])).code).toBe(0);
    expect(read(folder, "out.jsonl").trim().split("\n")).toHaveLength(2);
  });

  it.each([
    [["--to", "messages", "--order", "kahn"], "Unexpected --order for messages, which are exported path by path"],
    [["--to", "jsonl", "--agents", "none"], "Unexpected --agents for jsonl, which holds everything whole"],
    [
      ["--to", "messages", "-o", "x.md"],
      "Unexpected format `messages` for `x.md`, expected `markdown` or another ending",
    ],
  ])("%j is a wrong call", async (options, reason) => {
    const folder = scratch({ "a.jsonl": talk("a") });
    expect(await ccdag(["export", folder, ...options])).toMatchObject({ code: 2, stderr: `ccdag: ${reason}\n` });
  });
});

describe("ccdag export --limit", () => {
  const long = Array.from({ length: 4000 }, (_, index) => `line ${index + 1}`).join("\n");
  const files = {
    "s.jsonl": jsonl(
      { type: "user", uuid: "u", parentUuid: null, message: { content: "Count" } },
      {
        type: "assistant",
        uuid: "a",
        parentUuid: "u",
        message: { id: "m", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "seq" } }] },
      },
      {
        type: "user",
        uuid: "r",
        parentUuid: "a",
        message: { content: [{ type: "tool_result", tool_use_id: "t", content: long }] },
      },
    ),
  };

  it.each([
    [[], /line 1\n[^]*\n```\n\n\*… \d+ lines, \d+ characters not shown …\*\n\n```text\n[^]*line 4000\n/],
    [["--limit", "100"], /\*… 39\d\d lines, \d+ characters not shown …\*/],
    [["--limit", "none"], /line 1999\nline 2000\nline 2001/],
    [["--detail", "full"], /line 1999\nline 2000\nline 2001/],
    [["--to", "html", "--limit", "100"], /… 39\d\d lines, \d+ characters not shown …/],
  ])("%j", async (options, output) => {
    const { code, stdout } = await ccdag(["export", scratch(files), ...options]);
    expect(code).toBe(0);
    expect(stdout).toMatch(output);
  });

  it.each([
    [["--limit", "few"], "Unexpected --limit `few`, expected a number of characters or none"],
    [["--limit", "9", "--to", "json"], "Unexpected --limit for json, which holds everything whole"],
  ])("%j is a wrong call", async (options, reason) => {
    expect(await ccdag(["export", scratch(files), ...options])).toMatchObject({
      code: 2,
      stderr: `ccdag: ${reason}\n`,
    });
  });
});

describe("ccdag export --since --until --turns", () => {
  const at = (time: string, uuid: string, parentUuid: string | null) =>
    jsonl({
      type: "user",
      uuid,
      parentUuid,
      timestamp: `2026-03-${time}.000Z`,
      message: { content: `Question ${uuid}` },
    });
  const text =
    at("01T10:00:00", "a", null) +
    at("02T10:00:00", "b", "a") +
    at("02T23:30:00", "c", "b") +
    at("03T10:00:00", "d", "c");
  const output = async (...options: string[]) => {
    const now = new Date("2026-03-03T12:00:00Z");
    const { code, stdout, stderr } = await ccdag(["export", scratch({ "s.jsonl": text }), ...options], { now });
    return code === 0 ? [...stdout.matchAll(/id="msg-(\w)"/g)].map(([, id]) => id).join("") : stderr;
  };

  it.each([
    [["--since", "2026-03-02"], "bcd"],
    [["--until", "2026-03-02"], "abc"],
    [["--since", "2026-03-02T12:00"], "cd"],
    [["--since", "2026-03-03T00:00+01:00"], "cd"],
    [["--since", "yesterday"], "bcd"],
    [["--since", "yesterday", "--until", "yesterday"], "bc"],
    [["--since", "3 hours ago"], "d"],
    [["--since", "13 hours ago"], "cd"],
    [["--until", "2 days ago"], "a"],
    [["--turns", "2"], "b"],
    [["--turns", "2-3"], "bc"],
    [["--turns", "3-"], "cd"],
    [["--turns", "-2"], "ab"],
  ])("%j keeps %s", async (options, ids) => expect(await output(...options)).toBe(ids));

  it.each([
    [["--since", "whenever"], /Unexpected --since `whenever`, expected a date/],
    [["--turns", "5-2"], /Unexpected --turns `5-2`, expected a number or a range like 2-5/],
    [["--turns", "two"], /Unexpected --turns `two`/],
  ])("%j is a wrong call", async (options, reason) => expect(await output(...options)).toMatch(reason));
});

describe("ccdag export --order", () => {
  const at = (minute: number) => `2026-01-01T10:${minute}:00.000Z`;
  const one = (uuid: string, parentUuid: string | null, minute: number, content = `Question ${uuid}`) =>
    jsonl({ type: "user", uuid, parentUuid, timestamp: at(minute), message: { content } });
  /** Two sessions at the same time; the second one continues the first. */
  const files = {
    "one.jsonl": one("a", null, 10) + one("b", "a", 20) + one("c", "b", 30),
    "two.jsonl": one("d", "b", 25) + one("e", "d", 15),
  };

  it.each(["markdown", "html", "json"])(
    "O001 O026: %s supports every order, and all formats have the same",
    async (to) => {
      const folder = scratch(files);
      const output = async (...order: string[]) => {
        const { code, stdout } = await ccdag(["export", folder, "--to", to, ...order]);
        const ids = to === "json" ? /"uuids": \["(\w)"\]/g : /id="msg-(\w)"/g;
        return [
          code,
          [...stdout.replace(/\s+/g, " ").replaceAll("[ ", "[").replaceAll(" ]", "]").matchAll(ids)]
            .map(([, id]) => id)
            .join(" "),
        ];
      };
      expect(await output()).toEqual([0, "a b c d e"]);
      expect(await output("--order", "session-tree")).toEqual([0, "a b c d e"]);
      expect(await output("--order", "kahn")).toEqual([0, "a b d e c"]);
      expect(await output("--order", "timestamp")).toEqual([0, "a e b d c"]);
      expect(await output("--order", "file")).toEqual([0, "a b c d e"]);
    },
  );

  it("orders each document of a folder, with its own account", async () => {
    const folder = scratch({ ...files, "three.jsonl": talk("z") });
    expect((await ccdag(["export", folder, "--to", "json", "--order", "kahn", "-o", `${folder}/out/`])).code).toBe(0);
    const { tree, account } = JSON.parse(
      read(
        folder,
        "out",
        documentsIn(join(folder, "out")).find((name) => name.includes("one"))!,
      ),
    ) as Envelope;
    expect([tree.order, tree.children.length]).toEqual(["kahn", 5]);
    expect(account).toMatchObject({ lines: 5, placed: 5, hidden: 0 });
  });

  it("rejects --agents in a stream", async () => {
    const { code, stderr } = await ccdag(["export", scratch(files), "--order", "kahn", "--agents", "after"]);
    expect([code, stderr]).toEqual([
      2,
      "ccdag: Unexpected --agents with --order: in one stream agents have no other place\n",
    ]);
  });

  it("X03: --compaction continues the session, begins a new root, or omits boundary and summary but keeps their children", async () => {
    const boundary = {
      type: "system",
      subtype: "compact_boundary",
      uuid: "s",
      parentUuid: null,
      logicalParentUuid: "c",
    };
    const folder = scratch({
      "one.jsonl":
        one("a", null, 10) +
        one("b", "a", 20) +
        jsonl({ ...boundary, timestamp: at(25) }) +
        jsonl({ type: "user", uuid: "t", parentUuid: "s", isCompactSummary: true, timestamp: at(26), message: {} }) +
        one("d", "t", 27) +
        one("c", "b", 30),
    });
    const output = async (...options: string[]) => {
      const { stdout } = await ccdag(["export", folder, "--to", "json", ...options]);
      const { tree, account } = JSON.parse(stdout) as Envelope;
      const { placed, hidden } = account;
      expect(account.lines).toBe(placed + hidden);
      const threads =
        tree.order === undefined ? tree.children.map((node) => (node as Session).children) : [tree.children];
      return [
        threads.map((thread) => thread.map((node) => (node as { uuid: string }).uuid).join("")).join(" | "),
        hidden,
      ];
    };
    expect(await output()).toEqual(["absdc", 0]);
    expect(await output("--compaction", "continue", "--order", "kahn")).toEqual(["abcsd", 0]);
    expect(await output("--compaction", "root")).toEqual(["abc | sd", 0]);
    expect(await output("--compaction", "root", "--leaf", "d")).toEqual(["sd", 3]);
    expect(await output("--compaction", "root", "--order", "kahn")).toEqual(["absdc", 0]);
    expect(await output("--compaction", "strip")).toEqual(["abdc", 2]);
    expect(await output("--compaction", "strip", "--order", "kahn")).toEqual(["abcd", 2]);
  });
});

describe("ccdag check", () => {
  it("prints the account and exits 0 when it balances", async () => {
    const { code, stdout } = await ccdag(["check", sample]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Nothing is lost: \d+ lines = \d+ placed \+ 0 hidden \+ \d+ folded \+ \d+ without uuid \+ 0 malformed\n$/,
    );
  });

  it("exits 1 and names the uuid when an entry is lost between any two stages", async () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    const isLost = ({ id }: { id?: string }) => id === "s-a";
    const without = <T extends object>(items: Iterable<T>) => [...items].filter((item) => !isLost(item));
    const faults: Array<Partial<typeof stages>> = [
      {
        parseEntries: function* (file, options) {
          yield* without(stages.parseEntries(file, options));
        },
      },
      { buildDag: (lines, options) => stages.buildDag(without(lines), options) },
      {
        extractThreads: (dag, options) => {
          const threads = stages.extractThreads(dag, options);
          threads.trunks[0]!.entries.pop();
          return threads;
        },
      },
      {
        toCcast: (sessions) => {
          const tree = stages.toCcast(sessions);
          (tree.children[0] as { children: unknown[] }).children.pop();
          return tree;
        },
      },
      {
        toCcast: (sessions) => {
          const tree = stages.toCcast(sessions);
          const { children } = tree.children[0] as { children: unknown[] };
          children.push(children.at(-1));
          return tree;
        },
      },
    ];
    for (const broken of faults) {
      const { code, stdout } = await ccdag(["check", folder], {
        processor: processor().use(ccdagParse, { stages: broken }) as never,
      });
      expect([code, /^s-a: /m.test(stdout)]).toEqual([1, true]);
    }
  });

  it("exits 1 when a parent comes after its child", async () => {
    const folder = scratch({ "s.jsonl": talk("s") });
    const upsideDown: Partial<typeof stages> = {
      extractThreads: (dag, options) => {
        const threads = stages.extractThreads(dag, options);
        threads.trunks[0]!.entries.reverse();
        return threads;
      },
    };
    const { code, stdout } = await ccdag(["check", folder], {
      processor: processor().use(ccdagParse, { stages: upsideDown }) as never,
    });
    expect([code, stdout]).toEqual([1, expect.stringContaining("s-a: Out of order: stands before its parent `s-u`")]);
  });

  it("L003: warns about two sessions that each have a parent in the other one, and exits 0", async () => {
    const row = (uuid: string, parentUuid: string | null, minute: number) =>
      jsonl({ type: "user", uuid, parentUuid, timestamp: `2026-01-01T10:${minute}:00Z`, message: { content: uuid } });
    const folder = scratch({
      "one.jsonl": row("a", null, 10) + row("b", "e", 20),
      "two.jsonl": row("d", "b", 30) + row("e", "a", 15),
    });
    const { code, stderr, stdout } = await ccdag(["check", folder]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, expect.stringContaining("Nothing is lost")]);
    expect(stderr).toMatch(
      /one\.jsonl\n2:1-2:\d+\s+warning\s+Unexpected position before the parent `e`\s+message-order/,
    );
  });

  it("--drift lists unknown types, blocks and fields, with counts and the first location", async () => {
    const odd = jsonl(
      { type: "user", uuid: "u", mood: 1, message: { content: [{ type: "scent" }] } },
      { type: "hologram", uuid: "h" },
      { type: "system", subtype: "novel", uuid: "n" },
      { type: "hologram", uuid: "i" },
      {
        type: "user",
        uuid: "r",
        sentAtMs: 1,
        message: {
          content: [
            {
              type: "tool_result",
              tool_use_id: "t",
              content: [{ type: "scent" }, { type: "text", text: "", tint: 2 }, { type: "tool_reference" }],
            },
          ],
        },
      },
    );
    const { code, stdout } = await ccdag(["check", scratch({ "s.jsonl": odd }), "--drift"]);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(1)).toEqual([
      "block user/scent  1×  first s.jsonl:1",
      "block user/tool_result/scent  1×  first s.jsonl:5",
      "field user.mood  1×  first s.jsonl:1",
      "field user/tool_result/text.tint  1×  first s.jsonl:5",
      "type hologram  2×  first s.jsonl:2",
      "type system/novel  1×  first s.jsonl:3",
      "",
    ]);
    expect((await ccdag(["check", sample, "--drift"])).stdout).toContain("No drift");
  });

  it.each<[string, string | Buffer, string]>([
    ["a line that is no JSON", `${talk("s")}{broken\n`, "1 line is damaged"],
    ["a file that was cut in a line", talk("s").slice(0, -20), "1 line is damaged"],
    [
      "random bytes",
      Buffer.from([0x9f, 0x00, 0xe2, 0x28, 0xa1, 0x0a, 0xff]),
      "2 lines are damaged, 2 lines are not UTF-8",
    ],
    ["an object that is no record", `${talk("s")}{"a": 1}\n`, "1 line was not understood"],
    ["a dataset", '{"type": "row", "text": "a"}\n{"type": "row", "text": "b"}\n', "2 lines were not understood"],
    ["an archive that was cut", gzipSync(talk("s")).subarray(0, -12), "1 file could not be read"],
    ["nothing", "\n", "No record was found"],
  ])("says first what is damaged or was not understood: %s", async (_, content, verdict) => {
    const folder = scratch();
    writeFileSync(join(folder, "s.jsonl"), content);
    const { code, stdout } = await ccdag(["check", folder]);
    expect([code, stdout.split(": ")[0]]).toEqual([1, expect.stringContaining(verdict)]);
    expect(stdout).not.toContain("Nothing is lost");
  });

  it.each<[string, string | Buffer]>([
    ["gzip", gzipSync(talk("s"))],
    ["UTF-16", Buffer.from(`\uFEFF${talk("s")}`, "utf16le")],
    [
      "records in the field `raw` of others",
      talk("s").replace(/^(.*)$/gm, (line) => (line === "" ? "" : `{"id": 1, "raw": ${line}}`)),
    ],
    [
      "records as JSON in the field `raw`",
      talk("s").replace(/^(.*)$/gm, (line) => (line === "" ? "" : JSON.stringify({ raw: line }))),
    ],
  ])("reads %s", async (_, content) => {
    const folder = scratch();
    writeFileSync(join(folder, "s.jsonl"), content);
    const { code, stdout } = await ccdag(["check", folder]);
    expect([code, stdout]).toEqual([
      0,
      "Nothing is lost: 2 lines = 2 placed + 0 hidden + 0 folded + 0 without uuid + 0 malformed\n",
    ]);
  });

  it("a document says where lines are missing, at every level of detail", async () => {
    const folder = scratch({ "s.jsonl": talk("s").replace("\n", "\n{broken\n{broken\n") });
    for (const detail of ["prompts", "full"])
      expect((await ccdag(["export", folder, "--detail", detail])).stdout).toMatch(
        /Question s[^]*\*\*Lines 2 to 3 of s\.jsonl could not be read\.\*\*/,
      );
  });

  it("warnings are findings with --frail only", async () => {
    const folder = scratch({ "s.jsonl": talk("s", "nowhere") });
    expect([(await ccdag(["check", folder])).code, (await ccdag(["check", folder, "--frail"])).code]).toEqual([0, 1]);
  });
});

describe("agents", () => {
  const call = { type: "tool_use", id: "t1", name: "Agent", input: { prompt: "look", subagent_type: "scout" } };
  const message = (text: string) => ({ content: [{ type: "text", text }] });
  const files = {
    "s.jsonl": jsonl(
      { type: "user", uuid: "u", parentUuid: null, message: { content: "go" } },
      { type: "assistant", uuid: "a", parentUuid: "u", message: { id: "m", content: [call] } },
      {
        type: "user",
        uuid: "r",
        parentUuid: "a",
        toolUseResult: { agentId: "7f", totalTokens: 20, totalDurationMs: 1500, totalToolUseCount: 2 },
        message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "found it" }] },
      },
      { type: "assistant", uuid: "z", parentUuid: "r", message: message("done") },
    ),
    "s/subagents/agent-7f.jsonl": jsonl(
      { type: "user", uuid: "g", parentUuid: null, agentId: "7f", message: { content: "look" } },
      { type: "assistant", uuid: "h", parentUuid: "g", agentId: "7f", message: message("found it") },
    ),
  };
  const times = (text: string, what: string) => text.split(what).length - 1;

  it("L004: ccdag agents lists all agents; --json prints the analysis", async () => {
    const { code, stdout } = await ccdag(["agents", scratch(files)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 agent; 3 messages in the main thread, 2 in agents; 1 deep\n/);
    expect(stdout).toMatch(/7f {5}scout {2}sync +2 +2 +\d+ +\d+ +\d+ +\d+ +\S+ +1\.5 s {2}result-agent-id/);
    const report = JSON.parse((await ccdag(["agents", scratch(files), "--json"])).stdout) as object;
    expect(report).toMatchObject({ agents: [{ agentId: "7f", tokens: 20 }], types: [{ agentType: "scout" }] });
    const none = await ccdag(["agents", scratch({ "s.jsonl": talk("s") })]);
    expect(none.stdout).toMatch(/^0 agents; /);
  });

  it.each(["inline", "after", "none"])("export --agents %s renders prompt and answer once", async (where) => {
    const { stdout } = await ccdag(["export", scratch(files), "--agents", where]);
    expect([times(stdout, "look\n"), times(stdout, "found it")]).toEqual([1, 1]);
  });

  it("export --agents separate writes documents with links in both directions, beside a file or in a folder", async () => {
    const folder = scratch(files);
    expect((await ccdag(["export", folder, "--agents", "separate", "-o", join(folder, "o/t.md")])).stderr).toContain(
      "1 agent",
    );
    const main = readFileSync(join(folder, "o/t.md"), "utf8");
    const agent = readFileSync(join(folder, "o/t-agents/agent-7f.md"), "utf8");
    expect(main).toContain("](t-agents/agent-7f.md#agent-7f)");
    expect(agent).toContain("](../t.md#msg-r)");
    expect((await ccdag(["export", folder, "--agents", "separate", "-o", `${join(folder, "all")}/`])).stderr).toContain(
      "3 documents",
    );
    const [name] = documentsIn(join(folder, "all"));
    expect(readFileSync(join(folder, "all", name!), "utf8")).toContain("](agent-7f.md#agent-7f)");
    expect(readFileSync(join(folder, "all/agent-7f.md"), "utf8")).toContain(`](${name}#msg-r)`);
  });

  it("documents of agents do not overwrite one another, and links to them are valid for any name", async () => {
    const many = jsonl(
      { type: "user", uuid: "u", parentUuid: null, message: { content: "go" } },
      ...["a b", "a-b", "a-b-2", "A-B"].map((agentId, index) => ({
        type: "user",
        uuid: `x${index}`,
        parentUuid: null,
        isSidechain: true,
        agentId,
        message: { content: `words of ${index}` },
      })),
    );
    const folder = scratch({ "s.jsonl": many });
    const output = join(folder, "out 1#", "t.md");
    expect((await ccdag(["export", folder, "--agents", "separate", "-o", output])).code).toBe(0);
    const written = readdirSync(join(folder, "out 1#", "t-agents"));
    expect(written).toHaveLength(4);
    const whole = written.map((name) => readFileSync(join(folder, "out 1#", "t-agents", name), "utf8")).join("");
    expect([0, 1, 2, 3].map((index) => times(whole, `words of ${index}`))).toEqual([1, 1, 1, 1]);
    expect((await ccdag(["export", folder, "--agents", "separate", "-o", join(folder, "n 1#.md")])).code).toBe(0);
    expect(readFileSync(join(folder, "n 1#-agents", written[0]!), "utf8")).toContain("](../n%201%23.md#msg-u)");
  });

  it.each([
    [["--agents", "separate"], /Expected a file or folder after --output/],
    [["--agents", "inline", "--to", "json"], /for json, which holds everything whole/],
    [["--agents", "nowhere"], /Unexpected --agents `nowhere`, expected inline, after, separate, none/],
  ])("export %j is a wrong call", async (options, message) => {
    const { code, stderr } = await ccdag(["export", scratch(files), ...options]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("two projects with a session of one name", () => {
  it("R014: each row of the index leads to its own document", async () => {
    const folder = scratch({ "p/a/s1.jsonl": talk("one"), "p/b/s1.jsonl": talk("two") });
    await ccdag(["export", join(folder, "p"), "-o", `${join(folder, "out")}/`]);
    const links = [...read(folder, "out/index.md").matchAll(/\]\(([^#]+)#/g)].map(([, name]) => name!);
    expect(new Set(links).size).toBe(2);
    expect(links.map((name) => /\b(?:one|two)\b/.exec(read(folder, "out", name))?.[0])).toEqual(["one", "two"]);
  });
});

it.each(["-V", "--version"])("prints the version of the package: %s", async (flag) => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(await ccdag([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

describe("branches", () => {
  const text = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}) => ({
    type: "user",
    uuid,
    parentUuid,
    timestamp: "2026-01-01T10:00:00Z",
    message: { content },
    ...more,
  });
  const answer = (uuid: string, parentUuid: string, ...content: object[]) => ({
    type: "assistant",
    uuid,
    parentUuid,
    timestamp: "2026-01-01T10:01:00Z",
    message: { id: uuid, content },
  });
  const edit = (file_path: string) => ({ type: "tool_use", id: `t-${file_path}`, name: "Edit", input: { file_path } });
  const rewound = jsonl(
    text("11111111-p", null, "begin"),
    answer("22222222-a", "11111111-p", { type: "text", text: "Which way?" }),
    text("33333333-p", "22222222-a", "left \u001b[31m\u202Ered"),
    answer("44444444-a", "33333333-p", edit("/app/left.ts")),
    text("55555555-p", "22222222-a", "right", { timestamp: "2026-01-01T11:00:00Z" }),
    answer("66666666-a", "55555555-p", edit("/app/right.ts"), edit("/app/both.ts")),
  );
  const folder = () => scratch({ "s.jsonl": rewound });

  it("ccdag branches lists leaves with depth, time, first prompt and a star for the active one", async () => {
    const { code, stdout } = await ccdag(["branches", folder()]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "  LEAF      DEPTH  TIME                 SESSION  BRANCH                      FIRST PROMPT",
        "  44444444      4  2026-01-01 10:01:00  s        33333333 rewind, abandoned  left red",
        "* 66666666      4  2026-01-01 10:01:00  s        55555555 rewind, kept       right",
        "",
        "Side by side: ccdag diff --text 44444444 66666666 s",
        "",
      ].join("\n"),
    );
    expect(JSON.parse((await ccdag(["branches", folder(), "--json"])).stdout)).toMatchObject([
      { uuid: "44444444-a", active: false },
      { uuid: "66666666-a", active: true, branch: "55555555-p", rule: "rewind", depth: 4, prompt: "right" },
    ]);
  });

  it.each(["export", "tree", "branches", "agents", "usage", "check", "mask", "shape"])(
    "ccdag %s names what it could not read, and ends with 3",
    async (command) => {
      const folder = scratch({ "p/s.jsonl": talk("s"), "outside.jsonl": talk("o") });
      symlinkSync("../outside.jsonl", join(folder, "p/o.jsonl"));
      const { code, stderr } = await ccdag([command, "p"], { cwd: folder });
      expect([code, stderr]).toEqual([3, expect.stringContaining("o.jsonl")]);
    },
  );

  it.each([
    [
      "a command",
      "<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>\n<command-args>7</command-args>",
    ],
    ["a prompt over several lines", "/plan\n\n  7"],
  ])("ccdag tree names a session by what was typed, without tags of the client: %s", async (_, content) => {
    const folder = scratch({
      "p/s.jsonl": jsonl(
        { type: "user", uuid: "u", parentUuid: null, sessionId: "s", message: { content } },
        { type: "assistant", uuid: "a", parentUuid: "u", sessionId: "s", message: { id: "m", content: "done" } },
      ),
    });
    expect((await ccdag(["tree", "p"], { cwd: folder })).stdout).toMatch(/^● session s {2}\/plan 7 *\n/);
    const [row] = JSON.parse((await ccdag(["tree", "p", "--json"], { cwd: folder })).stdout) as [{ title: string }];
    expect(row.title).toBe("/plan 7");
  });

  it.each(["agent", "session", "branch"] as const)("a chain of threads is as wide at any depth: %s", (type) => {
    const chain = (length: number) =>
      draw(Array.from({ length }, (_, at) => ({ type, id: `t${at}`, parent: at === 0 ? undefined : at - 1 })));
    const widest = (text: string) => Math.max(0, ...text.split("\n").map(({ length }) => length));
    expect(widest(chain(4000))).toBeLessThan(widest(chain(40)) + 20);
    expect(chain(4000)).toMatch(/^\(3960\) .*t3999$/m);
  });

  it("ccdag tree draws sessions, branches, agents and compactions; the active branch stays in its lane", async () => {
    const { stdout } = await ccdag(["tree", folder()]);
    expect(stdout).toBe(
      [
        "● session s  begin  2026-01-01 10:00:00",
        "│ 2 messages",
        "├─◌ branch 33333333  rewind  left red  2026-01-01 10:00:00",
        "│ └ 2 messages",
        "● branch 55555555  rewind, active  right  2026-01-01 11:00:00",
        "└ 2 messages",
        "",
      ].join("\n"),
    );
    const whole = (await ccdag(["tree", sample])).stdout;
    for (const pattern of [
      /├─○ agent \w{8} {2}sync {2}/,
      /│ 📦 compacted {2}manual {2}\d+ tokens/,
      /├─● session \w{8} .* leaves from/,
    ])
      expect(whole).toMatch(pattern);
    const rows = JSON.parse((await ccdag(["tree", folder(), "--json"])).stdout) as Array<{ parent?: number }>;
    expect(rows).toMatchObject([
      { type: "session", id: "s", messages: 2 },
      { type: "messages", parent: 0, messages: 2 },
      { type: "branch", parent: 0, id: "33333333-p", from: "22222222-a", kind: "rewind" },
      { type: "messages", parent: 2 },
      { type: "branch", parent: 0, active: true },
      { type: "messages", parent: 4 },
    ]);
  });

  it("ccdag diff of a session alone compares what it abandoned with what it kept", async () => {
    const alone = await ccdag(["diff", folder()]);
    expect(alone).toEqual(await ccdag(["diff", "44444444", "66666666", folder()]));
    const whole = scratch({ "s.jsonl": talk("s") });
    const { code, stderr } = await ccdag(["diff", whole]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^ccdag: No abandoned branch in /)]);
  });

  it("ccdag diff shows what two attempts share, where they fork, and what each did", async () => {
    const { stdout } = await ccdag(["diff", "33333333", "66666666", folder()]);
    expect(stdout).toBe(
      [
        'shared: 2 messages, the last of them 22222222 "Which way?"',
        "",
        "A 44444444 (abandoned): 2 messages, 2026-01-01 10:00:00 to 2026-01-01 10:01:00",
        '  prompt  "left ␛[31m\uFFFDred"',
        "  tools   1 Edit",
        "  file    /app/left.ts",
        "",
        "B 66666666 (kept): 2 messages, 2026-01-01 11:00:00 to 2026-01-01 10:01:00",
        '  prompt  "right"',
        "  tools   2 Edit",
        "  file    /app/both.ts",
        "  file    /app/right.ts",
        "",
      ].join("\n"),
    );
    const { attempts } = JSON.parse((await ccdag(["diff", "44444444", "66666666", folder(), "--json"])).stdout) as {
      attempts: unknown[];
    };
    expect(attempts).toMatchObject([
      { leaf: "44444444-a", messages: 2 },
      {
        files: [
          ["/app/both.ts", 1],
          ["/app/right.ts", 1],
        ],
      },
    ]);
  });

  it.each([
    [["--leaf", "44444444"], ["begin", "left"], ["right"]],
    [["--branch", "55555555"], ["begin", "right"], ["left"]],
    [["--branch", "active"], ["begin", "right"], ["left"]],
    [["--branch", "all"], ["begin", "right", "left"], []],
  ])("export %j renders one branch and hides the other", async (options, output, hidden) => {
    const { stdout, code } = await ccdag(["export", folder(), "--to", "json", ...options]);
    expect(code).toBe(0);
    const { tree, account } = JSON.parse(stdout) as { tree: unknown; account: Account };
    for (const word of output) expect(JSON.stringify(tree)).toContain(`"value":"${word}`);
    for (const word of hidden) expect(JSON.stringify(tree)).not.toContain(`"value":"${word}`);
    expect(account.placed + account.hidden).toBe(6);
  });

  it.each(["markdown", "plain", "html", "mermaid", "dot", "llm"])(
    "--branch active and --leaf are one conversation, without a word of branches: %s",
    async (format) => {
      const cwd = folder();
      const whole = (await ccdag(["export", "s.jsonl", "--to", format], { cwd })).stdout;
      expect(whole).toContain("33333333");
      for (const options of [
        ["--branch", "active"],
        ["--leaf", "66666666"],
      ]) {
        const { code, stdout } = await ccdag(["export", "s.jsonl", "--to", format, ...options], { cwd });
        expect(code).toBe(0);
        expect(stdout).not.toMatch(/33333333|[Bb]ranch [•5]|branch-\d/);
      }
    },
  );

  it("--branch active is the messages of the session, with their anchors and the account", async () => {
    const cwd = folder();
    const { stdout } = await ccdag(["export", "s.jsonl", "--branch", "active", "--detail", "talk"], { cwd });
    expect(stdout).toMatchInlineSnapshot(`
      "# <a id="session-s"></a>Session s • begin

      *1 branch not shown in this session*

      ## <a id="msg-11111111-p"></a>Human · 2026-01-01 10:00:00

      begin

      ## <a id="msg-22222222-a"></a>Claude · 2026-01-01 10:01:00

      Which way?

      ## <a id="msg-55555555-p"></a>Human · 2026-01-01 11:00:00

      right

      *2 tool calls not shown*
      "
    `);
    const json = (await ccdag(["export", "s.jsonl", "--branch", "active", "--to", "json"], { cwd })).stdout;
    const { tree, account } = JSON.parse(json) as Envelope;
    const [session] = tree.children as [Session];
    expect([session.children.map(({ type }) => type), session.hidden]).toEqual([
      Array(4).fill("message"),
      { branch: 1 },
    ]);
    expect([account.lines, account.placed, account.hidden]).toEqual([6, 4, 2]);
  });

  it("--branch abandoned is the branches that were not continued, each with the message that it leaves from", async () => {
    const cwd = folder();
    const run = async (...argv: string[]) =>
      (await ccdag(["export", "s.jsonl", "--detail", "talk", ...argv], { cwd })).stdout;
    const abandoned = await run("--branch", "abandoned");
    expect(abandoned).toMatchInlineSnapshot(`
      "# <a id="session-s"></a>Session s • left red

      *1 branch, 2 messages not shown in this session*

      ## <a id="branch-33333333-p"></a>⑂ Branch • 33333333 • left red

      ← 22222222 · *rewound*

      ### <a id="msg-33333333-p"></a>Human · 2026-01-01 10:00:00

      left ␛[31m�red

      *1 tool call not shown*
      "
    `);
    expect(await run("--branch", "33333333", "--no-shared")).toBe(abandoned);
    const shared = await run("--branch", "abandoned", "--shared");
    expect(shared).toContain("Which way?");
    expect(shared).not.toContain("right");
  });

  it("--branch abandoned and --branch active read every session of a folder, whatever words are in it", async () => {
    const cwd = scratch({ "p/s.jsonl": rewound, "p/t.jsonl": talk("active"), "p/u.jsonl": talk("abandoned") });
    const { stdout } = await ccdag(["export", "p", "--branch", "active"], { cwd });
    for (const word of ["Question active", "Question abandoned", "right"]) expect(stdout).toContain(word);
    expect((await ccdag(["export", "p", "--branch", "abandoned"], { cwd })).stdout).toContain("left");
    expect((await ccdag(["export", "p", "--branch", "abandoned", "-o", "out/"], { cwd })).code).toBe(0);
    expect(documentsIn(join(cwd, "out"))).toHaveLength(1);
  });

  it.each([[[]], [["-o", "out/"]]])("where nothing was abandoned, it says so: %j", async (more) => {
    const cwd = scratch({ "p/s.jsonl": talk("s") });
    const { code, stderr, stdout } = await ccdag(["export", "p", "--branch", "abandoned", ...more], { cwd });
    expect([code, stderr, stdout]).toEqual([2, "ccdag: No abandoned branch in `p`; `ccdag ls` counts branches\n", ""]);
  });

  it.each([
    [
      "export",
      ["export", "s.jsonl", "--leaf", "nosuchuuid"],
      /Expected the uuid of an entry in --leaf, not `nosuchuuid`/,
    ],
    ["export", ["export", "s.jsonl", "--branch", "11111111-p"], /Expected the uuid of a branch in --branch/],
    ["diff", ["diff", "nosuchuuid", "66666666", "s.jsonl"], /expected a leaf that `ccdag branches` lists/],
  ])("%s exits 2 for an unknown entry", async (_, argv, reason) => {
    const { code, stderr, stdout } = await ccdag(argv, { cwd: folder() });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
  });
});

describe("ccdag explain", () => {
  const fork = jsonl(
    { type: "user", uuid: "u1", message: { content: "one" } },
    { type: "assistant", uuid: "a1", parentUuid: "u1", message: { id: "m", content: "x" } },
    { type: "user", uuid: "u2", parentUuid: "a1", timestamp: "2026-01-01T00:00:01Z", message: { content: "two" } },
    { type: "user", uuid: "u3", parentUuid: "a1", timestamp: "2026-01-01T00:00:02Z", message: { content: "three" } },
    { type: "user", uuid: "o", parentUuid: "gone", message: { content: "orphan" } },
    { type: "user", uuid: "u1", message: { content: "one" } },
    { type: "mode", mode: "plan" },
  );
  it.each([
    [
      "a1",
      [
        /^s\.jsonl:2 {2}assistant$/m,
        /in the thread of session s, 2 of 2/,
        /child of u1 \(line 1\), as recorded/,
        /forks: u2 \(line 3\), u3 \(line 4\) \(rewind\)/,
        /prompts that compete: u2 \(line 3\), u3 \(line 4\)/,
      ],
    ],
    ["u3", [/in the active branch of u3 \(line 4\), which leaves from a1 \(line 2\) \(rewind\)/]],
    ["o", [/child of gone, which is in no file/, /placed after u3 \(line 4\) \(orphan-root: previous message/]],
    [
      "u1",
      [
        /no recorded parent/,
        /also at u1 \(line 6\) \(duplicate-line/,
        /s\.jsonl:6 {2}user\/prompt\n {2}folded into u1 \(line 1\) \(duplicate-line/,
      ],
    ],
    ["s.jsonl:7", [/placed after o \(line 5\) \(bookkeeping\)/]],
    ["s.jsonl:2", [/^s\.jsonl:2 {2}assistant$/m]],
  ])("explains the position of %s, with the rule", async (uuid, expected) => {
    const { code, stdout } = await ccdag(["explain", uuid, scratch({ "s.jsonl": fork })]);
    expect(code).toBe(0);
    for (const pattern of expected) expect(stdout).toMatch(pattern);
  });
});

describe("ccdag explain, with other ids", () => {
  it("takes a short uuid, and the location of a record in a file", async () => {
    const folder = scratch({ "p/s.jsonl": jsonl({ type: "user", uuid: "12345678-aaaa", message: { content: "x" } }) });
    expect((await ccdag(["explain", "12345678", "p"], { cwd: folder })).stdout).toContain("s.jsonl:1  user/prompt");
    expect((await ccdag(["explain", join(folder, "p/s.jsonl:1")])).stdout).toContain("s.jsonl:1  user/prompt");
  });
});

describe("ccdag explain, in every project", () => {
  const one = (parentUuid: string | null) =>
    jsonl({ type: "user", uuid: "same-uuid-1", parentUuid, message: { content: "x" } });

  it("explains a uuid in each unrelated file that contains it, and exits 2 if no file does", async () => {
    const home = scratch({ ".claude/projects/-a/s.jsonl": one(null), ".claude/projects/-b/t.jsonl": one("gone") });
    const { code, stdout } = await ccdag(["explain", "same-uuid-1"], { env: { HOME: home } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^s\.jsonl:1 {2}user\/prompt$[^]*^t\.jsonl:1 {2}user\/prompt$/m);
    expect((await ccdag(["explain", "no-such-uuid"], { env: { HOME: home } })).code).toBe(2);
  });

  it("prints JSON with --json, and the page of each rule with -v", async () => {
    const folder = scratch({ "s.jsonl": one("gone") });
    const { stdout } = await ccdag(["explain", "same-uuid-1", folder, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        path: "s.jsonl",
        line: 1,
        id: "same-uuid-1",
        kind: "user/prompt",
        statements: [
          { says: "in-thread", rule: "file-session", detail: "s", evidence: [] },
          { says: "missing", detail: "gone", evidence: [] },
        ],
      },
    ]);
    expect((await ccdag(["explain", "same-uuid-1", folder, "-v"])).stdout).toContain("docs/rules/file-session.md");
  });
});
