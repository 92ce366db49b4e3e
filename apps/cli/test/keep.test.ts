import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { lock } from "@ccdag/keep/write";
import { hasZstd } from "@ccdag/keep";
import { describe, expect, it } from "vitest";
import { hookText } from "../src/hook/keep-hook.ts";
import { installHook } from "../src/hook/install-hook.ts";
import { ccdag, put, read, scratch, talk } from "./world.ts";

/** A folder of the client with some files, and an archive of it. */
function world(files: Readonly<Record<string, string>> = {}) {
  const home = scratch();
  const client = join(home, ".claude");
  mkdirSync(join(client, "projects"), { recursive: true });
  const write = (name: string, text: string) => put(client, name, text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const archive = join(home, "archive");
  const env = { HOME: home };
  const keep = (...args: string[]) => ccdag(["keep", archive, ...args], { env, cwd: home });
  return { home, client, archive, env, write, keep };
}

/** The content of every kept file by its path; of compressed ones what they hold. */
function contents(archive: string): Record<string, string> {
  const names = readdirSync(archive, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => !name.startsWith(".ccdag-keep") && statSync(join(archive, name)).isFile());
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(join(archive, name));
      return [name, String(name.endsWith(".gz") ? gunzipSync(bytes) : bytes)];
    }),
  );
}

describe("ccdag keep copies what the client will delete", () => {
  it("every regular file is in the archive under its path, and a second run copies nothing", async () => {
    const files = {
      "history.jsonl": '{"display":"hi"}\n',
      "projects/-p/a.jsonl": talk("a"),
      "projects/-p/a/subagents/agent-1.jsonl": talk("b"),
      "projects/-p/a/subagents/agent-1.meta.json": "{}",
      "projects/-p/a/tool-results/1.txt": "output",
      "projects/-p/memory/MEMORY.md": "a note",
      "projects/-p/no ending": "\0\xff",
    };
    const { archive, client, keep } = world({ ...files, "settings.json": "{}" });
    utimesSync(join(client, "projects/-p/a.jsonl"), 1_700_000_000, 1_700_000_000);
    const { code, stderr } = await keep();
    const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect([code, stderr]).toEqual([0, `7 new files, 0 grown, 0 unchanged, ${bytes} B copied to ${archive}\n`]);
    expect(contents(archive)).toEqual(files);
    expect(statSync(join(archive, "projects/-p/a.jsonl")).mtimeMs).toBe(1_700_000_000_000);
    expect(statSync(join(archive, "projects/-p/a.jsonl")).mode & 0o777).toBe(0o600);
    expect(statSync(join(archive, "projects/-p")).mode & 0o777).toBe(0o700);
    expect(JSON.parse((await keep("--json", "-q")).stdout)).toEqual({
      folder: archive,
      new: 0,
      grown: 0,
      unchanged: 7,
      variants: 0,
      compressed: 0,
      bytes: 0,
      failed: 0,
    });
  });

  it("what the client deleted stays; what it made empty, shortened or rewrote is kept beside the longer one", async () => {
    const { archive, client, keep, write } = world({
      "projects/-p/deleted.jsonl": "1\n",
      "projects/-p/emptied.jsonl": "1\n",
      "projects/-p/grown.jsonl": "1\n",
      "projects/-p/shortened.jsonl": "1\n2\n3\n",
      "projects/-p/rewritten.jsonl": "1\n2\n",
    });
    await keep();
    rmSync(join(client, "projects/-p/deleted.jsonl"));
    write("projects/-p/emptied.jsonl", "");
    write("projects/-p/grown.jsonl", "1\n2\n");
    write("projects/-p/shortened.jsonl", "1\n2\n");
    write("projects/-p/rewritten.jsonl", "1\nother\n");
    expect((await keep()).stderr).toContain("0 new files, 1 grown, 2 unchanged, 1 rewritten");
    // A variant grows, too.
    write("projects/-p/rewritten.jsonl", "1\nother\n3\n");
    expect((await keep()).stderr).toContain("0 new files, 1 grown");
    expect(contents(archive)).toEqual({
      "projects/-p/deleted.jsonl": "1\n",
      "projects/-p/emptied.jsonl": "1\n",
      "projects/-p/grown.jsonl": "1\n2\n",
      "projects/-p/rewritten.jsonl": "1\n2\n",
      "projects/-p/rewritten~2.jsonl": "1\nother\n3\n",
      "projects/-p/shortened.jsonl": "1\n2\n3\n",
    });
    expect((await keep("--check")).code).toBe(0);
  });

  it("of a file that is no transcript the longest has the name that transcripts know", async () => {
    const { archive, keep, write } = world();
    for (const text of ["bb", "a", "ccc", "bb", "ddd"]) {
      write("projects/-p/a/tool-results/1.txt", text);
      expect((await keep()).code).toBe(0);
    }
    expect(contents(archive)).toEqual({
      "projects/-p/a/tool-results/1.txt": "ccc",
      "projects/-p/a/tool-results/1~2.txt": "a",
      "projects/-p/a/tool-results/1~3.txt": "bb",
      "projects/-p/a/tool-results/1~4.txt": "ddd",
    });
    expect((await keep("--check")).code).toBe(0);
  });

  it("a plain copy restores it, and what was restored is not kept twice", async () => {
    const { archive, client, keep, write } = world({ "projects/-p/a.jsonl": "1\n2\n" });
    await keep();
    write("projects/-p/a.jsonl", "other\n");
    await keep();
    const kept = contents(archive);
    rmSync(join(client, "projects"), { recursive: true });
    mkdirSync(join(client, "projects"));
    cpSync(join(archive, "projects"), join(client, "projects"), { recursive: true });
    expect((await keep()).stderr).toContain("0 new files, 0 grown, 2 unchanged");
    expect(contents(archive)).toEqual(kept);
  });

  it("several roots are kept as the one folder that they are read as; the archive itself is none", async () => {
    const { archive, home, keep } = world({ "projects/-p/a.jsonl": "1\n", "projects/-p/b.jsonl": "1\n" });
    put(home, "old/projects/-p/a.jsonl", "1\n2\n");
    put(home, "old/projects/-p/b.jsonl", "2\n");
    await keep();
    await keep("--root", "old", "--root", archive);
    expect(contents(archive)).toEqual({
      "projects/-p/a.jsonl": "1\n2\n",
      "projects/-p/b.jsonl": "1\n",
      "projects/-p/b~2.jsonl": "2\n",
    });
    expect((await keep("--root", "old")).stderr).toContain("0 new files, 0 grown, 4 unchanged");
  });
});

describe("a kept file is never lost", () => {
  /** What happened to an archive that holds `a.jsonl` with "1\n2\n", and what the next run of `keep` and `--check` say. */
  const cases: ReadonlyArray<{
    what: string;
    change: (archive: string, client: string) => void;
    code: number;
    says?: string;
    check: string;
    kept: Readonly<Record<string, string>>;
  }> = [
    {
      what: "its manifest is lost: kept files are read and taken as they are",
      change: (archive) => rmSync(join(archive, ".ccdag-keep"), { recursive: true }),
      code: 0,
      check: "",
      kept: { "a.jsonl": "1\n2\n" },
    },
    {
      what: "its manifest is damaged: the same, with a line about it",
      change: (archive) => writeFileSync(join(archive, ".ccdag-keep/manifest.json"), '{"version":1,"files":{"x'),
      code: 0,
      says: "is damaged",
      check: "",
      kept: { "a.jsonl": "1\n2\n" },
    },
    {
      what: "its manifest names a file outside of it: it is damaged",
      change: (archive) => {
        const path = join(archive, ".ccdag-keep/manifest.json");
        writeFileSync(path, read(path).replaceAll("projects/-p/a.jsonl", "projects/../../a.jsonl"));
      },
      code: 0,
      says: "is damaged",
      check: "",
      kept: { "a.jsonl": "1\n2\n" },
    },
    {
      what: "a kept file was cut: it stays, the content is kept beside it, and both commands say so",
      change: (archive) => writeFileSync(join(archive, "projects/-p/a.jsonl"), "1\n"),
      code: 3,
      says: "it has changed since it was kept",
      check: "changed: projects/-p/a.jsonl (2 bytes are missing)\n",
      kept: { "a.jsonl": "1\n", "a~2.jsonl": "1\n2\n" },
    },
    {
      what: "one byte of a kept file changed",
      change: (archive) => writeFileSync(join(archive, "projects/-p/a.jsonl"), "1\n3\n"),
      code: 3,
      says: "it has changed since it was kept",
      check: "changed: projects/-p/a.jsonl (its content has changed)\n",
      kept: { "a.jsonl": "1\n3\n", "a~2.jsonl": "1\n2\n" },
    },
    {
      what: "a kept file was removed, and the client still has it",
      change: (archive) => rmSync(join(archive, "projects/-p/a.jsonl")),
      code: 0,
      check: "",
      kept: { "a.jsonl": "1\n2\n" },
    },
    {
      what: "a kept file was removed, and the client has other content",
      change: (archive, client) => {
        rmSync(join(archive, "projects/-p/a.jsonl"));
        put(client, "projects/-p/a.jsonl", "other\n");
      },
      code: 3,
      says: "it is missing",
      check: "missing: projects/-p/a.jsonl\n",
      kept: { "a~2.jsonl": "other\n" },
    },
    {
      what: "a run was killed after it had replaced a file, before it wrote the manifest",
      change: (archive, client) => {
        for (const folder of [archive, client]) appendFileSync(join(folder, "projects/-p/a.jsonl"), "3\n");
      },
      code: 0,
      check: "",
      kept: { "a.jsonl": "1\n2\n3\n" },
    },
    {
      what: "a run was killed after it had compressed a file, before it removed the plain one",
      change: (archive) => writeFileSync(join(archive, "projects/-p/a.jsonl.gz"), gzipSync("1\n2\n")),
      code: 0,
      check: "",
      kept: { "a.jsonl.gz": "1\n2\n" },
    },
    {
      what: "the archive was copied to another disk",
      change: (archive) => {
        cpSync(archive, `${archive}-2`, { recursive: true });
        rmSync(archive, { recursive: true });
        renameSync(`${archive}-2`, archive);
      },
      code: 0,
      check: "",
      kept: { "a.jsonl": "1\n2\n" },
    },
  ];

  it.each(cases)("if $what", async ({ change, code, says = "", check, kept }) => {
    const { archive, client, keep } = world({ "projects/-p/a.jsonl": "1\n2\n" });
    await keep();
    change(archive, client);
    const run = await keep();
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(says)]);
    if (says === "") expect(run.stderr.trim().split("\n")).toHaveLength(1);
    const found = Object.entries(contents(archive)).map(([path, text]) => [path.replace("projects/-p/", ""), text]);
    expect(Object.fromEntries(found)).toEqual(kept);
    const checked = await keep("--check", "-q");
    expect([checked.code, checked.stdout]).toEqual([check === "" ? 0 : 1, check]);
  });

  it("if a run was killed between giving a tool result another name and writing the longer one", async () => {
    const { archive, keep, write } = world({ "projects/-p/a/tool-results/1.txt": "short" });
    await keep();
    const path = join(archive, "projects/-p/a/tool-results/1.txt");
    linkSync(path, path.replace("1.txt", "1~2.txt"));
    write("projects/-p/a/tool-results/1.txt", "longer text");
    await keep();
    expect(Object.values(contents(archive))).toEqual(["longer text", "short"]);
    expect((await keep("--check")).code).toBe(0);
    // The same again, and the file that got the other name has grown before the manifest was written.
    const manifest = read(archive, ".ccdag-keep/manifest.json");
    write("projects/-p/a/tool-results/1.txt", "the longest text");
    await keep();
    appendFileSync(path.replace("1.txt", "1~3.txt"), ", and more");
    writeFileSync(join(archive, ".ccdag-keep/manifest.json"), manifest);
    const { code, stderr } = await keep();
    expect([code, stderr.trim().split("\n").length]).toEqual([0, 1]);
    expect(Object.values(contents(archive))).toEqual(["the longest text", "short", "longer text, and more"]);
  });

  it("--check also finds files that nobody kept, and says what it compared", async () => {
    const { archive, keep } = world({ "projects/-p/a.jsonl": "1\n2\n" });
    expect((await keep("--check")).stderr).toContain("No archive in");
    await keep();
    expect((await keep("--check")).stdout).toBe("1 file (4 B) as kept, to the byte\n");
    put(archive, "projects/-p/mine.jsonl", "1\n");
    const { code, stdout } = await keep("--check", "--json");
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { folder: archive, sound: 1, bytes: 4, missing: [], changed: [], unknown: ["projects/-p/mine.jsonl"] },
    ]);
  });
});

describe("what is in the way of ccdag keep", () => {
  it("a link is not followed out of the folder, and one in the archive is not written through", async () => {
    const { archive, client, home, keep } = world({ "projects/-p/a.jsonl": "1\n", "projects/-q/b.jsonl": "1\n" });
    const outside = join(home, "secret");
    writeFileSync(outside, "secret");
    symlinkSync(outside, join(client, "projects/-p/link.jsonl"));
    mkdirSync(join(archive, "projects"), { recursive: true });
    mkdirSync(join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), join(archive, "projects/-q"));
    const { code, stderr } = await ccdag(["keep", archive], { env: { HOME: home } });
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unexpected files in")]);
    put(archive, "projects/-p/a.jsonl", "1\n");
    const run = await keep();
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("1 link out of the folder not kept")]);
    expect(run.stderr).toMatch(/Cannot keep .*b\.jsonl.*Unexpected link/);
    expect([readdirSync(join(home, "elsewhere")), existsSync(join(archive, "projects/-p/link.jsonl"))]).toEqual([
      [],
      false,
    ]);
  });

  it.runIf(process.getuid?.() !== 0)("a file that cannot be read costs one line; the rest is kept", async () => {
    const { archive, client, keep } = world({ "projects/-p/a.jsonl": "1\n", "projects/-p/b.jsonl": "2\n" });
    chmodSync(join(client, "projects/-p/a.jsonl"), 0);
    const { code, stderr } = await keep("-q");
    expect([code, stderr]).toEqual([3, `Cannot keep \`${client}/projects/-p/a.jsonl\`: no permission\n`]);
    expect(Object.values(contents(archive))).toEqual(["2\n"]);
  });

  it.each([
    ["the archive in the folder of the client", ["home/.claude/projects/x"], "expected one that is not in"],
    ["the folder of the client in the archive", ["home/.claude"], "expected one that is not in"],
    ["a folder of programs", ["code"], "Unexpected files in"],
    ["a file", ["code/projects/program.c"], "expected a folder"],
    ["--install alone", ["x", "--install"], "Unexpected --install without --hook"],
    ["two things at once", ["x", "--check", "--watch"], "Unexpected --check with --watch"],
    ["another compression", ["x", "--compress", "xz"], "xz"],
  ])("refused: %s", async (_, args, says) => {
    const cwd = scratch({ "home/.claude/projects/-p/a.jsonl": "1\n", "code/projects/program.c": "" });
    const { code, stderr } = await ccdag(["keep", ...args], { cwd, env: { HOME: join(cwd, "home") } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  it("a second run waits for the first one, and says so once", async () => {
    const { archive, env, home } = world({ "projects/-p/a.jsonl": "1\n" });
    const path = join(archive, ".ccdag-keep/lock");
    const unlock = await lock(path, "keep");
    let printed = "";
    const second = ccdag(["keep", archive], { env, cwd: home, stderr: (text) => void (printed += text) });
    const waits = () => printed.split("\n").filter((line) => line.startsWith("Waiting")).length;
    await expect.poll(waits).toBe(1);
    await new Promise((done) => setTimeout(done, 250));
    expect(existsSync(join(archive, "projects"))).toBe(false);
    await unlock();
    expect([(await second).code, waits()]).toEqual([0, 1]);
  });
});

describe("ccdag keep --compress", () => {
  it("compresses what is kept and what follows; commands read it alone, and with the live folder nothing twice", async () => {
    const { archive, client, env, keep, write } = world({
      "projects/-p/a.jsonl": talk("a"),
      "projects/-p/a/tool-results/1.txt": "output",
    });
    await keep();
    expect((await keep("--compress", "gzip")).stderr).toContain("1 unchanged, 1 compressed".slice(13));
    expect(Object.keys(contents(archive))).toEqual(["projects/-p/a.jsonl.gz", "projects/-p/a/tool-results/1.txt"]);
    // A compressed file stays compressed while it grows, also without the option.
    write("projects/-p/a.jsonl", talk("a") + talk("b", "a-a"));
    await keep();
    expect(contents(archive)["projects/-p/a.jsonl.gz"]).toBe(talk("a") + talk("b", "a-a"));
    expect((await keep("--check")).code).toBe(0);
    const both = await ccdag(["ls", "--json", "--root", archive], { env });
    rmSync(join(client, "projects/-p"), { recursive: true });
    const alone = await ccdag(["ls", "--json", "--root", archive], { env });
    const rows = [both, alone].map(({ stdout }) => JSON.parse(stdout) as Array<{ messages: number }>);
    expect(rows.map((list) => list.map(({ messages }) => messages))).toEqual([[4], [4]]);
  });

  it.runIf(!hasZstd)("zstd is refused in one line where Node does not have it", async () => {
    const { code, stderr } = await world().keep("--compress", "zstd");
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs Node 22.15")]);
  });

  it.runIf(hasZstd)("zstd converts what was compressed with gzip", async () => {
    const { archive, keep } = world({ "projects/-p/a.jsonl": talk("a") });
    await keep("--compress", "gzip");
    await keep("--compress", "zstd");
    expect(Object.keys(contents(archive))).toEqual(["projects/-p/a.jsonl.zst"]);
    expect((await keep("--check")).code).toBe(0);
  });
});

describe("ccdag keep --watch", () => {
  it("keeps what a session writes, until it is stopped", async () => {
    const { archive, env, write } = world({ "projects/-p/a.jsonl": "1\n" });
    let stop = () => {};
    const stopped = new Promise<void>((done) => (stop = done));
    const running = ccdag(["keep", archive, "--watch"], { env, stop: stopped });
    const kept = () => (existsSync(archive) ? contents(archive)["projects/-p/a.jsonl"] : undefined);
    await expect.poll(kept).toBe("1\n");
    write("projects/-p/a.jsonl", "1\n2\n");
    await expect.poll(kept).toBe("1\n2\n");
    stop();
    expect((await running).code).toBe(0);
    expect(readdirSync(join(archive, ".ccdag-keep"))).toEqual(["drafts", "manifest.json"]);
  });
});

describe("ccdag keep --hook", () => {
  const command = / keep \/.*\/archive$/;

  it("prints the setting, and lines for cron and systemd, and writes nothing", async () => {
    const { client, keep } = world();
    const { stdout } = await keep("--hook", "--compress", "gzip");
    const setting = /^\{[\s\S]*?^\}/m.exec(stdout)![0];
    expect(JSON.parse(setting)).toEqual({
      hooks: {
        SessionEnd: [
          { hooks: [{ type: "command", command: expect.stringMatching(/ keep --compress gzip /), timeout: 60 }] },
        ],
      },
    });
    expect(stdout).toMatch(/^17 \* \* \* \* \/.* keep --compress gzip .*archive -q$/m);
    expect(stdout).toMatch(/^ExecStart=\/.*archive -q$/m);
    expect(existsSync(join(client, "settings.json"))).toBe(false);
  });

  it("paths with spaces, quotes, % and $ mean the same for the shell, cron and systemd", () => {
    const words = ["keep", "/a b/it's 5% $HOME"];
    const text = hookText({ program: ["ccdag"], absolute: ["/bin/ccdag"], words, variables: { X: "y z" } }, "s.json");
    expect(text).toContain(JSON.stringify(String.raw`ccdag keep '/a b/it'\''s 5% $HOME'`));
    expect(text).toContain(String.raw`17 * * * * X='y z' /bin/ccdag keep '/a b/it'\''s 5\% $HOME' -q`);
    expect(text).toContain(`Environment="X=y z"\nExecStart=/bin/ccdag keep "/a b/it's 5%% $$HOME" -q`);
  });

  it.each([
    ["no file", undefined, /^\{\n {2}"hooks": \{\n {4}"SessionEnd": \[/],
    ["an empty file", "", /^\{\n {2}"hooks": \{/],
    [
      "other settings, in their own form",
      '{\n\t"z": [1.0, 2],\n\t"1": {"a":1e3},\n\t"hooks": {"Stop": []}\n}\n',
      /^\{\n\t"z": \[1\.0, 2\],\n\t"1": \{"a":1e3\},\n\t"hooks": \{\n\t\t"Stop": \[\],\n\t\t"SessionEnd": \[\n/,
    ],
    [
      "another hook of the same event",
      '{\r\n    "hooks": { "SessionEnd": [ {"hooks": [{"type": "command", "command": "say bye"}]} ] }\r\n}',
      /^\{\r\n {4}"hooks": \{[\s\S]*"say bye"\s*\}\s*\]\s*\},\r\n {12}\{[\s\S]*\}$/,
    ],
  ])("--install adds it once and changes nothing else: %s", async (_, before, expected) => {
    const { client, home, keep } = world();
    const path = join(client, "settings.json");
    // The settings may be a link into a folder of dotfiles.
    const real = join(home, "dotfiles/settings.json");
    mkdirSync(dirname(real));
    if (before !== undefined) writeFileSync(real, before);
    if (before !== undefined) symlinkSync(real, path);
    expect((await keep("--hook", "--install")).stderr).toContain("Added the hook to");
    const after = read(path);
    expect(after).toMatch(expected);
    if (before !== undefined) expect(read(real)).toBe(after);
    const { hooks } = JSON.parse(after) as { hooks: { SessionEnd: Array<{ hooks: Array<{ command: string }> }> } };
    expect(hooks.SessionEnd.at(-1)!.hooks[0]!.command).toMatch(command);
    expect((await keep("--hook", "--install")).stderr).toContain("already in");
    expect(read(path)).toBe(after);
  });

  it("--install of several at once adds each", async () => {
    const { client } = world();
    const path = join(client, "settings.json");
    writeFileSync(path, '{"model": "opus"}');
    const words = ["a", "b", "c", "d"].map((name) => ["keep", `/${name}`]);
    const calls = words.map((one) => ({ program: ["ccdag"], absolute: ["/bin/ccdag"], words: one, variables: {} }));
    expect(await Promise.all(calls.map((call) => installHook(path, call)))).toEqual([true, true, true, true]);
    const found = JSON.parse(read(path)) as { model: string; hooks: { SessionEnd: unknown[] } };
    expect([found.model, new Set(found.hooks.SessionEnd.map((one) => JSON.stringify(one))).size]).toEqual(["opus", 4]);
  });

  it.skipIf(process.platform === "win32")("--install does not wait for a pipe", async () => {
    const { client, keep } = world();
    execFileSync("mkfifo", [join(client, "settings.json")]);
    expect(await keep("--hook", "--install")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("expected a file with settings") as string,
    });
  });

  it.each([
    "{",
    "[]",
    '{"hooks": []}',
    '{"hooks": {"SessionEnd": {}}}',
    "// mine\n{}",
    '{"hooks": {}, "hooks": {"SessionEnd": []}}',
    '{"hooks": {"SessionEnd": [], "SessionEnd": []}}',
  ])("--install leaves settings alone that it does not understand: %s", async (text) => {
    const { client, keep, write } = world();
    write("settings.json", text);
    const { code, stderr } = await keep("--hook", "--install");
    expect([code, stderr]).toEqual([2, expect.stringContaining("nothing is changed")]);
    expect(read(client, "settings.json")).toBe(text);
  });
});
