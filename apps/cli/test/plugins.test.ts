import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { ccdag, put, read, sample, scratch, talk } from "./world.ts";

/** A renderer: how many sessions there are, and what it was given. */
const digest = `
  export const ending = ".digest"
  export default function digest(options) {
    this.compiler = (tree) => "digest of " + tree.children.length + " " + JSON.stringify(options ?? null) + "\\n"
  }`;
/** A transform: everybody shouts. */
const shout = `
  export default function shout(options) {
    const each = (node) => {
      if (node.type === "text") node.value = node.value.toUpperCase() + (options?.mark ?? "!")
      for (const child of node.children ?? []) each(child)
    }
    return each
  }`;
/** A rule that nobody needs, and one that switches another one off. */
const rule = `
  export default function off(options) {
    this.data().ccdagExtensions = [...this.data().ccdagExtensions, {off: [options.rule]}]
  }`;

/** A project with plugins in all places where they may be. */
function world(config?: object, files: Record<string, string> = {}): string {
  const folder = scratch({ "talk/s.jsonl": talk("s"), ...files });
  if (config) put(folder, "ccdag.config.json", JSON.stringify(config));
  return folder;
}

/** A package in `node_modules`. */
function pack(folder: string, name: string, code: string): void {
  put(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, type: "module", exports: "./index.js" }));
  put(folder, `node_modules/${name}/index.js`, code);
}

describe("--use and --to", () => {
  it.each([
    ["ccdag-render-digest", "digest"],
    ["digest", "digest"],
    ["@you/ccdag-render-digest", "@you/digest"],
  ])("finds the renderer %s as %s", async (name, typed) => {
    const cwd = world();
    pack(cwd, name, digest);
    expect(await ccdag(["export", "talk", "--to", typed], { cwd })).toEqual({
      code: 0,
      stdout: "digest of 1 {}\n",
      stderr: "",
    });
  });

  it("lets a renderer say how its files end", async () => {
    const cwd = world(undefined, { "digest.mjs": digest });
    await ccdag(["export", "talk", "--to", "./digest.mjs", "-o", "out/"], { cwd });
    expect(read(cwd, "out/session-s.digest")).toContain("digest of 1 ");
  });

  it("gives a renderer among plugins the options of each document, and no others", async () => {
    const cwd = world(undefined, { "digest.mjs": digest, "talk/t.jsonl": talk("t", "s-a") });
    put(cwd, "ccdag.config.json", JSON.stringify({ plugins: [["./digest.mjs", { a: 1 }]] }));
    put(cwd, "talk/o.jsonl", talk("o"));
    await ccdag(["export", "talk", "-o", "out/"], { cwd });
    const options = (name: string) => JSON.parse(/\{.*$/m.exec(read(cwd, "out", name))![0]) as object;
    expect(options("session-s.digest")).toMatchObject({ a: 1 });
    expect(options("session-o.digest")).toEqual(options("session-s.digest"));
  });

  it("uses plugins in the order in which they were named, with options in JSON5", async () => {
    const cwd = world(undefined, { "shout.mjs": shout });
    pack(cwd, "ccdag-digest", digest);
    const { stdout } = await ccdag(["export", "talk", "--use", "./shout.mjs=mark:'?'", "-q"], { cwd });
    expect(stdout).toContain("ANSWER S?");
    const other = await ccdag(["export", "talk", "--use", "./shout.mjs", "--use", "digest={a: [1]}"], { cwd });
    expect(other.stdout).toBe('digest of 1 {"a":[1]}\n');
  });

  it("uses rules wherever transcripts are read", async () => {
    const cwd = world(undefined, { "off.mjs": rule });
    const use = ["--use", "./off.mjs=rule:'dead-end-call'"];
    for (const command of ["tree", "check", "branches", "agents", "usage", "shape", "export"])
      expect([command, (await ccdag([command, "talk", ...use], { cwd })).code]).toEqual([command, 0]);
    const { code, stderr } = await ccdag(["tree", "talk", "--use", "./off.mjs=rule:'nope'"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("nope")]);
  });

  it.each([
    ["a missing plugin", ["--use", "nope"], /Cannot find plugin `nope`; tried `ccdag-nope` and `nope` from `.+`\n/],
    [
      "a missing scope",
      ["--to", "@you/x"],
      /tried `@you\/ccdag-render-x` and `@you\/x` from `.+`; ccdag has markdown,/,
    ],
    ["a missing file", ["--use", "./nope.js"], /Cannot find plugin `.\/nope.js`; tried `.+\/nope.js`\n/],
    ["a module of Node", ["--to", "fs"], /Cannot find renderer `fs`/],
    ["no name", ["--use", "=1"], /expected a name, or name=options/],
    [
      "options that are none",
      ["--use", "x=a b"],
      /Unexpected options `a b` of `x`, expected key:value or .+: x=key:'text'/,
    ],
    ["a module that is broken", ["--use", "./broken.mjs"], /Cannot load plugin `.\/broken.mjs` from `.+`: .*Error/],
    ["a module without a plugin", ["--use", "./none.mjs"], /expected a plugin or a preset as its default export/],
    ["a module with something else", ["--use", "./thing.mjs"], /expected a plugin or a preset as its default export/],
    [
      "a plugin that throws",
      ["--use", "./throws.mjs"],
      /Cannot use plugin `.\/throws.mjs` \(.+\): Error: no \(.+:1:\d+\)/,
    ],
    [
      "a renderer that is none",
      ["--to", "./shout.mjs"],
      /Unexpected renderer `.\/shout.mjs` .+, expected one that sets a/,
    ],
    ["a renderer with a bad ending", ["--to", "./ending.mjs"], /Unexpected `ending` of renderer/],
    [
      "a level that is none",
      ["--use", "detail={detail:'all'}"],
      /Unexpected `detail` of `detail`, expected one of prompts,/,
    ],
    ["a renderer that fails", ["--to", "./fails.mjs"], /The renderer `.\/fails.mjs` \(.+\) failed: Error: no \(.+\)/],
    [
      "a renderer among plugins that fails",
      ["--use", "./fails.mjs"],
      /The renderer .+fails.mjs.+ failed: Error: no \(.+\)/,
    ],
    [
      "a view that fails",
      ["--use", "./view.mjs"],
      /The renderer `markdown` with plugins failed: Error: no \(.+view.mjs:1:\d+\)/,
    ],
    [
      "a renderer that gives no text",
      ["--to", "./later.mjs"],
      /Unexpected object from the renderer `.\/later.mjs` .+, expected a text/,
    ],
    ["a parser", ["--use", "./parser.mjs"], /Unexpected plugin `.\/parser.mjs` .+, which replaces the parser/],
    [
      "an async plugin",
      ["--use", "./async.mjs"],
      /Unexpected plugin `.\/async.mjs` .+, expected a function that is not async/,
    ],
    [
      "a misspelt option of ours",
      ["--use", "redact={extras:'./words.txt'}"],
      /Unexpected option `extras` of `redact`, expected extra, keepImages/,
    ],
    [
      "an option of ours of another kind",
      ["--use", "redact=extra:5"],
      /Unexpected `extra` of `redact`, expected a file/,
    ],
    [
      "a list of words that is not there",
      ["--use", "redact=extra:'./none.txt'"],
      /Cannot read the words to redact, `.+none.txt`/,
    ],
    [
      "a file without its folder",
      ["--use", "shout.mjs"],
      /Cannot find plugin `shout.mjs`; .+; `.\/shout.mjs` is a file/,
    ],
    ["a transform that fails", ["--use", "./late.mjs"], /A plugin failed: Error: no \(.+late.mjs:1:\d+\)/],
  ])("says in one line what is wrong with %s, and writes nothing", async (_, argv, message) => {
    const cwd = world(undefined, {
      "broken.mjs": "this is no code",
      "none.mjs": "export const plugin = () => {}",
      "thing.mjs": "export default {plugin: 1}",
      "throws.mjs": "export default () => { throw new Error('no') }",
      "fails.mjs": "export default function () { this.compiler = () => { throw new Error('no') } }",
      "view.mjs":
        "export default function () { this.data().ccdagToMdastExtensions = [{handlers: {text: () => { throw new Error('no') }}}] }",
      "later.mjs": "export default function () { this.compiler = async () => 'x' }",
      "parser.mjs": "export default function () { this.parser = () => ({type: 'root', children: []}) }",
      "async.mjs": "export default async function () {}",
      "late.mjs": "export default () => () => { throw new Error('no') }",
      "ending.mjs": digest.replace(".digest", "../x"),
      "shout.mjs": shout,
    });
    const { code, stdout, stderr } = await ccdag(["export", "talk", ...argv], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.split("\n")).toHaveLength(2);
  });
});

describe("a config", () => {
  it("is the nearest one above the current folder; names and paths are looked for from its folder", async () => {
    const cwd = world({ plugins: [["./shout.mjs", { mark: "?" }], "loud"] }, { "shout.mjs": shout });
    pack(cwd, "ccdag-loud", shout.replace('"!"', '" so there"'));
    put(cwd, "far/deep/s.jsonl", talk("d"));
    expect((await ccdag(["export", "."], { cwd: join(cwd, "far/deep") })).stdout).toContain("ANSWER D? so there");
    put(cwd, "far/ccdag.config.mjs", "export default {settings: {facts: false}}");
    expect((await ccdag(["export", "."], { cwd: join(cwd, "far/deep") })).stdout).toContain("Answer d\n");
  });

  it("may turn off what it has, also what cannot be loaded; and options of a path with a sign in it are no options", async () => {
    const cwd = world({ plugins: ["./shout.mjs", ["./none.mjs", false]] }, { "shout.mjs": shout, "a=b.mjs": shout });
    const output = async (...argv: string[]) => (await ccdag(["export", "talk", ...argv], { cwd })).stdout;
    expect(await output()).toContain("ANSWER S!");
    expect(await output("--use", "./shout.mjs=false")).toContain("Answer s");
    expect(await output("--no-config", "--use", "./a=b.mjs=mark:'?'")).toContain("ANSWER S?");
  });

  it("is named by --config, or none with --no-config", async () => {
    const cwd = world({ plugins: ["./shout.mjs"] }, { "shout.mjs": shout, "other.json": '{"plugins": []}' });
    const output = async (...argv: string[]) => (await ccdag(["export", "talk", ...argv], { cwd })).stdout;
    expect(await output()).toContain("ANSWER S!");
    expect(await output("--config", "other.json")).toContain("Answer s");
    expect(await output("--no-config")).toContain("Answer s");
  });

  it("in JavaScript holds plugins and presets themselves", async () => {
    const config = `${shout.replace("export default ", "")}
      export default {plugins: [[shout, {mark: "#"}], {plugins: [], settings: {labels: {actors: {human: "PERSON"}}}}]}`;
    const cwd = world(undefined, { "ccdag.config.mjs": config });
    const { stdout } = await ccdag(["export", "talk"], { cwd });
    expect(stdout).toContain("ANSWER S#");
    expect(stdout).toContain("PERSON");
  });

  it("may have a renderer, which is used where no other one is named", async () => {
    const cwd = world({ plugins: ["./digest.mjs"] }, { "digest.mjs": digest });
    expect((await ccdag(["export", "talk"], { cwd })).stdout).toBe("digest of 1 {}\n");
    expect((await ccdag(["export", "talk", "--to", "json"], { cwd })).stdout).toContain('"ccdag"');
    await ccdag(["export", "talk", "-o", "x.anything"], { cwd });
    expect(read(cwd, "x.anything")).toBe("digest of 1 {}\n");
    await ccdag(["export", "talk", "-o", "x.html"], { cwd });
    expect(read(cwd, "x.html")).toContain("<!doctype html>");
  });

  it("gives settings to renderers, which presets and the command line come before", async () => {
    const cwd = world({ settings: { limit: 40, labels: { actors: { human: "PERSON" } } } });
    const output = async (...argv: string[]) => (await ccdag(["export", sample, ...argv], { cwd })).stdout;
    const whole = (await output("--limit", "none")).length;
    expect((await output()).length).toBeLessThan(whole);
    expect(await output()).toContain("PERSON");
    expect((await output("--to", "html", "--limit", "none")).length).toBeGreaterThan(
      (await output("--to", "html")).length,
    );
  });

  it("says how much is told and that secrets are taken out, unless the command line does", async () => {
    const cwd = world(
      {
        plugins: [
          ["detail", { detail: "prompts" }],
          ["redact", { extra: "./words.txt" }],
        ],
      },
      { "words.txt": "Question\n" },
    );
    const output = (...argv: string[]) => ccdag(["export", "talk", ...argv], { cwd });
    const { stdout, stderr } = await output();
    expect(stdout).not.toMatch(/Answer|Question/);
    expect(stderr).toContain("redacted: ");
    expect((await output("--detail", "talk", "--no-redact")).stdout).toMatch(/Question s[^]+Answer s/);
  });

  it("is used for sites, which are told anew when a plugin is another one", async () => {
    const cwd = world({ plugins: ["./shout.mjs"] }, { "shout.mjs": shout });
    const site = () => ccdag(["site", "talk", "-o", "site", "--no-search"], { cwd });
    expect((await site()).stderr).toContain("1 page");
    const page = () => read(cwd, "site/talk/session-s.html");
    expect(page()).toContain("ANSWER S!");
    expect((await site()).stderr).toContain("0 written");
    put(cwd, "shout.mjs", `${shout}\n// another one`);
    expect((await site()).stderr).not.toContain(" 0 written");
  });

  it("takes out what plugins add, too", async () => {
    const add = `import redact from "@ccdag/redact"
      const add = () => (tree) => { tree.children[0].children[0].children[0].value += " mail ada@lighthouse.dev" }
      export default {plugins: [redact, add]}`;
    const cwd = world(
      { plugins: ["./add.mjs"] },
      { "add.mjs": add.replace('import redact from "@ccdag/redact"', "const redact = () => {}") },
    );
    expect((await ccdag(["export", "talk"], { cwd })).stdout).toContain("ada@lighthouse.dev");
    expect((await ccdag(["export", "talk", "--redact"], { cwd })).stdout).toContain("REDACTED-email");
  });

  it("takes secrets out of a site, too", async () => {
    const cwd = world({ plugins: ["redact"] });
    await ccdag(["site", sample, "-o", "site", "--no-search"], { cwd });
    const pages = readdirSync(join(cwd, "site"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(read(cwd, "site", page)).not.toContain("/home/ada");
  });

  it.each([
    ["no JSON", "{", /Cannot read config `.+ccdag.config.json`: SyntaxError/],
    ["a list", "[]", /Unexpected value in config `.+`, expected a preset/],
    ["another key", '{"plugin": []}', /Unexpected key `plugin` in config `.+`, expected `plugins` or `settings`/],
    ["plugins that are none", '{"plugins": {}}', /Unexpected `plugins` in config `.+`, expected a list/],
    ["settings that are none", '{"settings": []}', /Unexpected `settings` in config/],
    ["a plugin that is none", '{"plugins": ["./shout.mjs", 1]}', /Unexpected plugin 2 in config/],
    ["options that are none", '{"plugins": [["./shout.mjs", 1]]}', /Unexpected plugin 1 in config/],
    ["an object", '{"plugins": [{"plugins": []}]}', /Unexpected plugin 1 in config/],
    [
      "a missing plugin",
      '{"plugins": ["nope"]}',
      /Cannot find plugin `nope` of `.+`; tried `ccdag-nope` and `nope` from `.+`/,
    ],
  ])("is refused in one line: %s", async (_, text, message) => {
    const cwd = world(undefined, { "ccdag.config.json": text, "shout.mjs": shout });
    const { code, stdout, stderr } = await ccdag(["tree", "talk"], { cwd });
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr).toMatch(message);
  });

  it("is one: two in a folder are refused", async () => {
    const cwd = world({ plugins: [] }, { "ccdag.config.js": "export default {}" });
    expect((await ccdag(["tree", "talk"], { cwd })).stderr).toMatch(
      /Unexpected `.+json` beside `.+js`, expected one config/,
    );
  });
});

describe("the schema of a config", () => {
  const text = readFileSync(new URL("../config.schema.json", import.meta.url), "utf8");
  const validate = new Ajv2020({ strictTuples: false, allowUnionTypes: true }).compile(JSON.parse(text) as object);

  it.each([
    [true, { $schema: "x", plugins: ["a", ["./b.js", { x: 1 }], ["c", false], ["d"]], settings: { limit: 1 } }],
    [true, { plugins: [["detail", { detail: "talk", tools: ["Bash"] }], "redact", ["redact", { keepImages: true }]] }],
    [true, {}],
    [false, []],
    [false, { plugin: [] }],
    [false, { plugins: {} }],
    [false, { settings: [] }],
    [false, { plugins: [1] }],
    [false, { plugins: [""] }],
    [false, { plugins: [["a", 1]] }],
    [false, { plugins: [["a", {}, {}]] }],
    [false, { plugins: [{ plugins: [] }] }],
  ])("takes what the command line takes: %s %j", async (isTaken, config) => {
    expect(validate(config)).toBe(isTaken);
    const cwd = world(config, { "b.js": "export default () => {}" });
    for (const name of ["a", "c", "d"]) pack(cwd, `ccdag-${name}`, "export default () => {}");
    expect((await ccdag(["tree", "talk"], { cwd })).code === 0).toBe(isTaken);
  });

  it("is in the docs as the package holds it", async () => {
    await expect(text).toMatchFileSnapshot("../../../docs/schema/1/config.json");
  });
});
