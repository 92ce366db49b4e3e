import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, put, read, scratch, talk } from "./world.ts";

/** A config that shows in the output that it ran. */
const config = "export default {settings: {labels: {actors: {human: 'RAN'}}}}";
const shout = "export default () => (tree) => { tree.children[0].children[0].children[0].value = 'RAN' }";

/** The kinds of configs that run code: how to write one into a folder. */
const kinds: ReadonlyArray<readonly [string, string, Readonly<Record<string, string>>]> = [
  ["ccdag.config.js", "ccdag.config.js", { "package.json": '{"type": "module"}', "ccdag.config.js": config }],
  ["ccdag.config.mjs", "ccdag.config.mjs", { "ccdag.config.mjs": config }],
  [
    "ccdag.config.json with a plugin",
    "ccdag.config.json",
    { "ccdag.config.json": '{"plugins": ["./p.mjs"]}', "p.mjs": shout },
  ],
  [
    "ccdag.config.json with a plugin and options",
    "ccdag.config.json",
    { "ccdag.config.json": '{"plugins": ["detail", ["./p.mjs", {}]]}', "p.mjs": shout },
  ],
];

/** A folder with a transcript in `deep/er`, and other files. */
function world(files: Readonly<Record<string, string>> = {}): { top: string; cwd: string } {
  const top = scratch({ "deep/er/s.jsonl": talk("s"), ...files });
  return { top, cwd: join(top, "deep/er") };
}

const lines = (text: string) => text.split("\n").filter(Boolean);
const running = (path: string) => `Running the config \`${path}\`; \`--no-config\` runs none`;
const skipped = (path: string, why: string) =>
  `Skipped the config \`${path}\`, which ${why}; \`--config\` with this path uses it`;
const outside = "is outside the current folder and its repository";
const run = async (cwd: string, argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const { code, stdout, stderr } = await ccdag(["export", "s.jsonl", ...argv], { cwd, env });
  return { code, ran: stdout.includes("RAN"), lines: lines(stderr) };
};

describe.each(kinds)("a config that was not named: %s", (_, name, files) => {
  it.each([[[]], [["-q"]]])("runs in the current folder, and is named on stderr %j", async (argv) => {
    const { cwd } = world();
    for (const [path, text] of Object.entries(files)) put(cwd, path, text);
    expect(await run(cwd, argv)).toEqual({ code: 0, ran: true, lines: [running(join(cwd, name))] });
    expect(await run(cwd, ["--no-config"])).toEqual({ code: 0, ran: false, lines: [] });
  });

  it.each([
    ["a folder", ".git/HEAD"],
    ["a file, in a work tree", ".git"],
  ])("runs in the root of the repository, whose .git is %s", async (_kind, git) => {
    const { top, cwd } = world({ ...files, [git]: "" });
    expect(await run(cwd)).toEqual({ code: 0, ran: true, lines: [running(join(top, name))] });
  });

  it("runs in the home folder", async () => {
    const { top, cwd } = world(files);
    expect(await run(cwd, [], { HOME: top })).toEqual({ code: 0, ran: true, lines: [running(join(top, name))] });
  });

  it.each([
    ["above the current folder, without a repository", {}, {}],
    ["above the root of the repository", { "deep/.git/HEAD": "" }, {}],
    ["below the home folder, outside a repository", {}, { HOME: "/" }],
  ])("is skipped %s, and named on stderr", async (_where, git, env) => {
    const { top, cwd } = world({ ...files, ...git });
    const line = skipped(join(top, name), outside);
    for (const argv of [[], ["-q"]]) expect(await run(cwd, argv, env)).toEqual({ code: 0, ran: false, lines: [line] });
  });

  it("runs everywhere once `--config` has named it, until its code changes", async () => {
    const { top, cwd } = world({ ...files, "home/x": "" });
    const env = { HOME: join(top, "home") };
    expect(await run(cwd, ["--config", `../../${name}`], env)).toEqual({ code: 0, ran: true, lines: [] });
    expect(await run(cwd, [], env)).toEqual({ code: 0, ran: true, lines: [running(join(top, name))] });
    expect(await run(cwd, ["-q"], env)).toEqual({ code: 0, ran: true, lines: [] });
    // In JSON, the code is that of the plugin.
    const code = name.endsWith(".json") ? "p.mjs" : name;
    put(top, code, `${files[code]}\n// Another one`);
    const line = skipped(join(top, name), "has changed since it was named with `--config`");
    expect(await run(cwd, [], env)).toEqual({ code: 0, ran: false, lines: [line] });
  });
});

describe("a config that was not named", () => {
  it("is data, and is used without a line, if it is JSON and names no plugin", async () => {
    const text = JSON.stringify({
      plugins: [["detail", { detail: "talk" }]],
      settings: { labels: { actors: { human: "RAN" } } },
    });
    const { top, cwd } = world();
    put(top, "ccdag.config.json", text);
    expect(await run(cwd)).toEqual({ code: 0, ran: true, lines: [] });
  });

  it("is the next one above a config that was skipped", async () => {
    const { top, cwd } = world({ "deep/ccdag.config.mjs": "export default {}", "ccdag.config.mjs": config });
    expect(await run(cwd, [], { HOME: top })).toEqual({
      code: 0,
      ran: true,
      lines: [skipped(join(top, "deep/ccdag.config.mjs"), outside), running(join(top, "ccdag.config.mjs"))],
    });
  });

  it("is named without control characters", async () => {
    const { cwd } = world();
    const folder = join(cwd, "a\u001b]0;x\u0007");
    put(folder, "ccdag.config.mjs", config);
    put(folder, "s.jsonl", talk("s"));
    const { lines: said } = await run(folder);
    expect(said).toEqual([running(join(cwd, "a␛]0;x␇/ccdag.config.mjs"))]);
  });

  it.each([
    ["the file", (folder: string) => chmodSync(join(folder, "ccdag.config.mjs"), 0o666)],
    ["its folder", (folder: string) => chmodSync(folder, 0o777)],
    ["the file that it is a link to", (folder: string) => chmodSync(makeLink(join(folder, "ccdag.config.mjs")), 0o666)],
    [
      "the folder of that file",
      (folder: string) => chmodSync(join(makeLink(join(folder, "ccdag.config.mjs")), ".."), 0o777),
    ],
  ])("is skipped if others can write to %s; a yes is not kept", async (_, open) => {
    const { cwd, top } = world({ "deep/er/ccdag.config.mjs": config });
    open(cwd);
    const line = skipped(join(cwd, "ccdag.config.mjs"), "other users can change");
    const env = { HOME: top };
    expect(await run(cwd, [], env)).toEqual({ code: 0, ran: false, lines: [line] });
    expect(await run(cwd, ["--config", "ccdag.config.mjs"], env)).toEqual({ code: 0, ran: true, lines: [] });
    expect(await run(cwd, [], env)).toEqual({ code: 0, ran: false, lines: [line] });
  });
});

describe("what a config loads", () => {
  it.each([
    ["a module that JavaScript imports", "ccdag.config.mjs", `import "./lib/deep.mjs"; ${config}`, "lib/deep.mjs"],
    ["a module that such a module imports", "ccdag.config.mjs", `import "./lib/more.mjs"; ${config}`, "lib/deep.mjs"],
    ["a plugin that JSON names", "ccdag.config.json", '{"plugins": ["./lib/deep.mjs"]}', "lib/deep.mjs"],
  ])("is skipped with it if others can write to it: %s", async (_, name, text, loaded) => {
    const { cwd, top } = world({ "deep/er/lib/more.mjs": 'import "./deep.mjs";', "deep/er/lib/deep.mjs": config });
    put(cwd, name, text);
    expect((await run(cwd, [], { HOME: top })).lines).toEqual([running(join(cwd, name))]);
    for (const open of [() => chmodSync(join(cwd, loaded), 0o666), () => chmodSync(join(cwd, "lib"), 0o777)]) {
      open();
      const line = skipped(join(cwd, name), `loads \`${join(cwd, loaded)}\`, which other users can change`);
      const { ran, lines: said } = await run(cwd, [], { HOME: top });
      expect([ran, said.map((one) => one.replace("more.mjs", "deep.mjs"))]).toEqual([false, [line]]);
      chmodSync(join(cwd, loaded), 0o644);
    }
  });
});

/** Move a file into a folder beside it, and put a link in its stead. Returns the file. */
function makeLink(path: string): string {
  const folder = join(path, "../real");
  mkdirSync(folder);
  renameSync(path, join(folder, "config.mjs"));
  symlinkSync("real/config.mjs", path);
  return join(folder, "config.mjs");
}

describe("the list of allowed configs", () => {
  it("is written for its user only, in the folder for the state of programs, and not for other configs", async () => {
    const { top, cwd } = world({ "ccdag.config.mjs": config, "other.mjs": config });
    const env = { XDG_STATE_HOME: join(top, "state") };
    for (const name of ["other.mjs", "ccdag.config.mjs"])
      expect((await run(cwd, ["--config", `../../${name}`], env)).ran).toBe(true);
    const folder = join(top, "state/ccdag");
    expect(readdirSync(folder)).toEqual(["trusted.json"]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(Object.keys(JSON.parse(read(folder, "trusted.json")) as object)).toEqual([join(top, "ccdag.config.mjs")]);
  });

  it.each(["{", "[]", "null", '{"__proto__": {}}', "\u0000"])("allows nothing if it is damaged: %j", async (text) => {
    const { top, cwd } = world({ "ccdag.config.mjs": config, "state/ccdag/trusted.json": text });
    const env = { XDG_STATE_HOME: join(top, "state") };
    expect((await run(cwd, [], env)).ran).toBe(false);
    expect((await run(cwd, ["--config", "../../ccdag.config.mjs"], env)).ran).toBe(true);
    expect((await run(cwd, [], env)).ran).toBe(true);
  });

  it("allows nothing if other users can write it, or it cannot be written", async () => {
    const { top, cwd } = world({ "ccdag.config.mjs": config, state: "a file" });
    const env = { XDG_STATE_HOME: join(top, "xdg") };
    expect((await run(cwd, ["--config", "../../ccdag.config.mjs"], env)).ran).toBe(true);
    chmodSync(join(top, "xdg/ccdag/trusted.json"), 0o666);
    expect((await run(cwd, [], env)).ran).toBe(false);
    const none = { XDG_STATE_HOME: join(top, "state") };
    expect(await run(cwd, ["--config", "../../ccdag.config.mjs"], none)).toEqual({ code: 0, ran: true, lines: [] });
    expect((await run(cwd, [], none)).ran).toBe(false);
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Only root can give files to another user: the tests of configs of other users are skipped.");

describe.skipIf(!isRoot)("a config of another user", () => {
  const other = 65_534;

  it.each([
    ["another user owns the file", (path: string) => chownSync(path, other, other)],
    ["it is a link to a file of another user", (path: string) => chownSync(makeLink(path), other, other)],
    [
      "it is a link of another user to a file of this one",
      (path: string) => {
        makeLink(path);
        lchownSync(path, other, other);
      },
    ],
  ])("is skipped in the current folder, the repository and the home folder: %s", async (_, give) => {
    for (const at of ["deep/er", ""]) {
      const { top, cwd } = world({ ".git/HEAD": "" });
      const path = join(top, at, "ccdag.config.mjs");
      put(top, join(at, "ccdag.config.mjs"), config);
      give(path);
      const env = { HOME: top };
      expect(await run(cwd, [], env)).toEqual({
        code: 0,
        ran: false,
        lines: [skipped(path, "belongs to another user")],
      });
      expect(await run(cwd, ["--config", path], env)).toEqual({ code: 0, ran: true, lines: [] });
      expect((await run(cwd, [], env)).ran).toBe(true);
    }
  });

  it("is skipped even if it is data, or there are two in a folder", async () => {
    const { top, cwd } = world({ "ccdag.config.json": '{"settings": {"labels": {"actors": {"human": "RAN"}}}}' });
    chownSync(join(top, "ccdag.config.json"), other, other);
    expect(await run(cwd)).toEqual({
      code: 0,
      ran: false,
      lines: [skipped(join(top, "ccdag.config.json"), "belongs to another user")],
    });
    put(top, "ccdag.config.js", "throw new Error('ran')");
    chownSync(join(top, "ccdag.config.js"), other, other);
    expect((await run(cwd)).code).toBe(0);
  });

  it("is skipped if another user owns its folder, and can replace it", async () => {
    const { cwd } = world({ "deep/er/ccdag.config.mjs": config });
    chownSync(cwd, other, other);
    expect(await run(cwd)).toEqual({
      code: 0,
      ran: false,
      lines: [skipped(join(cwd, "ccdag.config.mjs"), "other users can change")],
    });
  });
});

describe.skipIf(!isRoot)("a plugin of another user", () => {
  const other = 65_534;
  /** Packages that another user put above the current folder. */
  function planted(): { top: string; cwd: string } {
    const place = world({ "node_modules/ccdag-p/package.json": '{"type": "module", "exports": "./p.js"}' });
    put(place.top, "node_modules/ccdag-p/p.js", shout);
    chownSync(join(place.top, "node_modules/ccdag-p/p.js"), other, other);
    return place;
  }
  const refusal = (top: string) =>
    `Cannot use plugin \`p\`: \`${join(top, "node_modules/ccdag-p/p.js")}\` belongs to another user; use it by this path`;

  it.each([
    ["that --use names", ["--use", "p"], {}],
    ["that --use turns off", ["--use", "p=false"], {}],
    ["that a config of this user names", [], { "ccdag.config.json": '{"plugins": ["p"]}' }],
  ])("is not found by name above the current folder: one %s", async (_, argv, files) => {
    const { top, cwd } = planted();
    for (const [name, text] of Object.entries(files)) put(cwd, name, text);
    const { ran, lines: said, code } = await run(cwd, argv);
    if (argv[1] === "p=false") expect([code, ran]).toEqual([0, false]);
    else expect([code, ran, said.at(-1)]).toEqual([2, false, `ccdag: ${refusal(top)}`]);
  });

  it("is used by its path, and in a config of that user that --config names", async () => {
    const { top, cwd } = planted();
    expect((await run(cwd, ["--use", "../../node_modules/ccdag-p/p.js"])).ran).toBe(true);
    put(top, "ccdag.config.json", '{"plugins": ["p"]}');
    chownSync(join(top, "ccdag.config.json"), other, other);
    expect(await run(cwd, ["--config", "../../ccdag.config.json"])).toEqual({ code: 0, ran: true, lines: [] });
  });
});
