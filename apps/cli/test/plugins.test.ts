import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { ccdag, documentsIn, put, read, sample, scratch, talk } from "./world.ts";

/** A renderer that writes the number of sessions and its options. */
const digest = `
  export const ending = ".digest"
  export default function digest(options) {
    this.compiler = (tree) => "digest of " + tree.children.length + " " + JSON.stringify(options ?? null) + "\\n"
  }`;
/** A transform that writes all text in capitals. */
const shout = `
  export default function shout(options) {
    const each = (node) => {
      if (node.type === "text") node.value = node.value.toUpperCase() + (options?.mark ?? "!")
      for (const child of node.children ?? []) each(child)
    }
    return each
  }`;
/** A plugin that turns a rule off. */
const rule = `
  export default function off(options) {
    this.data().ccdagExtensions = [...this.data().ccdagExtensions, {off: [options.rule]}]
  }`;

/** A project with a config and other files. */
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

describe("check", () => {
  const records = [
    { type: "user", uuid: "p", message: { content: "Dig here" } },
    {
      type: "assistant",
      uuid: "c",
      parentUuid: "p",
      message: { content: [{ type: "tool_use", id: "t", name: "Dig", input: { at: "oak" } }] },
    },
    {
      type: "user",
      uuid: "r",
      parentUuid: "c",
      message: { content: [{ type: "tool_result", tool_use_id: "t", content: "a bone" }] },
    },
    { type: "attachment", uuid: "f", parentUuid: "r", attachment: { type: "file", filename: "bone.txt" } },
  ];
  it.each([
    ["an input", 'if (node.type === "toolCall") node.input = {}', "c: Lost: the input of call `t` (s.jsonl:2)"],
    [
      "a result",
      'if (node.type === "toolResult") node.children = []',
      "r: Lost: the text in the result of call `t` (s.jsonl:3)",
    ],
    ["a prompt", 'if (node.origin === "prompt") node.children[0].value = ""', "p: Lost: the text (s.jsonl:1)"],
    [
      "an attachment",
      'if (node.type === "notice") delete node.structured',
      "f: Lost: the record of type `attachment` (s.jsonl:4)",
    ],
  ])("finds that a plugin dropped %s, with file and line", async (_, drop, finding) => {
    const code = `export default () => function each(node) {
      ${drop}
      for (const child of [...(node.children ?? []), ...(node.result ? [node.result] : [])]) each(child)
    }`;
    const files = { "drop.mjs": code, "talk/s.jsonl": records.map((record) => JSON.stringify(record)).join("\n") };
    const { code: exit, stdout } = await ccdag(["check", "talk"], { cwd: world({ plugins: ["./drop.mjs"] }, files) });
    expect(exit).toBe(1);
    expect(stdout).toContain(`${finding} stands nowhere in the tree\n`);
    expect(stdout).not.toContain("Nothing is lost");
  });
});

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

  it("uses the file ending that a renderer exports", async () => {
    const cwd = world(undefined, { "digest.mjs": digest });
    await ccdag(["export", "talk", "--to", "./digest.mjs", "-o", "out/"], { cwd });
    expect(read(cwd, "out", documentsIn(join(cwd, "out"))[0]!)).toContain("digest of 1 ");
  });

  it("passes a renderer among the plugins the options of each document, and no others", async () => {
    const cwd = world(undefined, { "digest.mjs": digest, "talk/t.jsonl": talk("t", "s-a") });
    put(cwd, "ccdag.config.json", JSON.stringify({ plugins: [["./digest.mjs", { a: 1 }]] }));
    put(cwd, "talk/o.jsonl", talk("o"));
    await ccdag(["export", "talk", "-o", "out/"], { cwd });
    const options = (name: string) => JSON.parse(/\{.*$/m.exec(read(cwd, "out", name))![0]) as object;
    const [one, other] = documentsIn(join(cwd, "out"));
    expect(options(one!)).toMatchObject({ a: 1 });
    expect(options(other!)).toEqual(options(one!));
  });

  it("uses plugins in the given order, with options in JSON5", async () => {
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
      /tried `@you\/ccdag-render-x` and `@you\/x` from `.+`; built in are markdown,/,
    ],
    ["a missing file", ["--use", "./nope.js"], /Cannot find plugin `.\/nope.js`; tried `.+\/nope.js`\n/],
    ["a module of Node", ["--to", "fs"], /Cannot find renderer `fs`/],
    ["no name", ["--use", "=1"], /expected a name, or name=options/],
    ["invalid options", ["--use", "x=a b"], /Unexpected options `a b` of `x`, expected key:value or .+: x=key:'text'/],
    ["a module that is broken", ["--use", "./broken.mjs"], /Cannot load plugin `.\/broken.mjs` from `.+`: .*Error/],
    ["a module without a plugin", ["--use", "./none.mjs"], /expected a plugin or a preset as its default export/],
    ["a module with something else", ["--use", "./thing.mjs"], /expected a plugin or a preset as its default export/],
    [
      "a plugin that throws",
      ["--use", "./throws.mjs"],
      /Cannot use plugin `.\/throws.mjs` \(.+\): Error: no \(.+:1:\d+\)/,
    ],
    [
      "a plugin that is no renderer",
      ["--to", "./shout.mjs"],
      /Unexpected renderer `.\/shout.mjs` .+, expected one that sets a/,
    ],
    [
      "a misspelt option of a renderer",
      ["--to", "markdown={limt:3}"],
      /Unexpected option `limt` of `markdown`, expected `limit`/,
    ],
    [
      "an option that is like none",
      ["--to", "json={colours:3}"],
      /Unexpected option `colours` of `json`, expected an option of its renderer/,
    ],
    ["a renderer with a bad ending", ["--to", "./ending.mjs"], /Unexpected `ending` of renderer/],
    [
      "an unknown level",
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
      "a misspelt option of a built-in plugin",
      ["--use", "redact={extras:'./words.txt'}"],
      /Unexpected option `extras` of `redact`, expected extra, keepImages/,
    ],
    [
      "an option of a built-in plugin with another type",
      ["--use", "redact=extra:5"],
      /Unexpected `extra` of `redact`, expected a file/,
    ],
    ["a missing list to redact", ["--use", "redact=extra:'./none.txt'"], /Cannot read the list to redact `.+none.txt`/],
    [
      "a file without its folder",
      ["--use", "shout.mjs"],
      /Cannot find plugin `shout.mjs`; .+; `.\/shout.mjs` is a file/,
    ],
    ["a transform that fails", ["--use", "./late.mjs"], /A plugin failed: Error: no \(.+late.mjs:1:\d+\)/],
  ])("rejects %s with one line, and writes nothing", async (_, argv, message) => {
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
  it("is the nearest one above the current folder in its repository; names and paths are resolved from its folder", async () => {
    const cwd = world({ plugins: [["./shout.mjs", { mark: "?" }], "loud"] }, { "shout.mjs": shout });
    pack(cwd, "ccdag-loud", shout.replace('"!"', '" so there"'));
    put(cwd, ".git/HEAD", "ref: refs/heads/main");
    put(cwd, "far/deep/s.jsonl", talk("d"));
    expect((await ccdag(["export", "."], { cwd: join(cwd, "far/deep") })).stdout).toContain("ANSWER D? so there");
    put(cwd, "far/ccdag.config.mjs", "export default {settings: {facts: false}}");
    expect((await ccdag(["export", "."], { cwd: join(cwd, "far/deep") })).stdout).toContain("Answer d\n");
  });

  it("may turn a plugin off, even one that cannot be loaded; an equals sign in a path does not begin options", async () => {
    const cwd = world({ plugins: ["./shout.mjs", ["./none.mjs", false]] }, { "shout.mjs": shout, "a=b.mjs": shout });
    const output = async (...argv: string[]) => (await ccdag(["export", "talk", ...argv], { cwd })).stdout;
    expect(await output()).toContain("ANSWER S!");
    expect(await output("--use", "./shout.mjs=false")).toContain("Answer s");
    expect(await output("--no-config", "--use", "./a=b.mjs=mark:'?'")).toContain("ANSWER S?");
  });

  it("is chosen by --config, and ignored with --no-config", async () => {
    const cwd = world({ plugins: ["./shout.mjs"] }, { "shout.mjs": shout, "other.json": '{"plugins": []}' });
    const output = async (...argv: string[]) => (await ccdag(["export", "talk", ...argv], { cwd })).stdout;
    expect(await output()).toContain("ANSWER S!");
    expect(await output("--config", "other.json")).toContain("Answer s");
    expect(await output("--no-config")).toContain("Answer s");
  });

  it("may contain plugins and presets themselves in JavaScript", async () => {
    const config = `${shout.replace("export default ", "")}
      export default {plugins: [[shout, {mark: "#"}], {plugins: [], settings: {labels: {actors: {human: "PERSON"}}}}]}`;
    const cwd = world(undefined, { "ccdag.config.mjs": config });
    const { stdout } = await ccdag(["export", "talk"], { cwd });
    expect(stdout).toContain("ANSWER S#");
    expect(stdout).toContain("PERSON");
  });

  it("may have a renderer, which is the default", async () => {
    const cwd = world({ plugins: ["./digest.mjs"] }, { "digest.mjs": digest });
    expect((await ccdag(["export", "talk"], { cwd })).stdout).toBe("digest of 1 {}\n");
    expect((await ccdag(["export", "talk", "--to", "json"], { cwd })).stdout).toContain('"ccdag"');
    await ccdag(["export", "talk", "-o", "x.anything"], { cwd });
    expect(read(cwd, "x.anything")).toBe("digest of 1 {}\n");
    await ccdag(["export", "talk", "-o", "x.html"], { cwd });
    expect(read(cwd, "x.html")).toContain("<!doctype html>");
  });

  it("passes settings to renderers; presets and the command line override them", async () => {
    const cwd = world({ settings: { limit: 40, labels: { actors: { human: "PERSON" } } } });
    const output = async (...argv: string[]) => (await ccdag(["export", sample, ...argv], { cwd })).stdout;
    const whole = (await output("--limit", "none")).length;
    expect((await output()).length).toBeLessThan(whole);
    expect(await output()).toContain("PERSON");
    expect((await output("--to", "html", "--limit", "none")).length).toBeGreaterThan(
      (await output("--to", "html")).length,
    );
  });

  it("sets the level of detail and redaction; the command line overrides both", async () => {
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

  it("is used for sites, which are rendered again when a plugin changes", async () => {
    const cwd = world({ plugins: ["./shout.mjs"] }, { "shout.mjs": shout });
    const site = () => ccdag(["site", "talk", "-o", "site", "--no-search"], { cwd });
    expect((await site()).stderr).toContain("1 page");
    const page = () => read(cwd, "site/talk/session-s.html");
    expect(page()).toContain("ANSWER S!");
    expect((await site()).stderr).toContain("0 written");
    put(cwd, "ccdag.config.json", JSON.stringify({ plugins: [["./shout.mjs", { mark: "?" }]] }));
    expect((await site()).stderr).not.toContain(" 0 written");
    expect(page()).toContain("ANSWER S?");
  });

  it("redacts text that plugins add, too", async () => {
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

  it("redacts secrets in a site, too", async () => {
    const cwd = world({ plugins: ["redact"] });
    await ccdag(["site", sample, "-o", "site", "--no-search"], { cwd });
    const pages = readdirSync(join(cwd, "site"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(read(cwd, "site", page)).not.toContain("/home/ada");
  });

  it.each([
    ["invalid JSON", "{", /Cannot read config `.+ccdag.config.json`: SyntaxError/],
    ["a list", "[]", /Unexpected value in config `.+`, expected a preset/],
    ["another key", '{"plugin": []}', /Unexpected key `plugin` in config `.+`, expected `plugins` or `settings`/],
    ["`plugins` that is not a list", '{"plugins": {}}', /Unexpected `plugins` in config `.+`, expected a list/],
    ["`settings` that is not an object", '{"settings": []}', /Unexpected `settings` in config/],
    ["a plugin that is not a name", '{"plugins": ["./shout.mjs", 1]}', /Unexpected plugin 2 in config/],
    ["options that are not an object", '{"plugins": [["./shout.mjs", 1]]}', /Unexpected plugin 1 in config/],
    ["an object", '{"plugins": [{"plugins": []}]}', /Unexpected plugin 1 in config/],
    [
      "a missing plugin",
      '{"plugins": ["nope"]}',
      /Cannot find plugin `nope` of `.+`; tried `ccdag-nope` and `nope` from `.+`/,
    ],
  ])("is rejected with one line: %s", async (_, text, message) => {
    const cwd = world(undefined, { "ccdag.config.json": text, "shout.mjs": shout });
    const { code, stdout, stderr } = await ccdag(["tree", "talk"], { cwd });
    const lines = stderr.split("\n").filter((line) => !line.startsWith("Running the config "));
    expect([code, stdout, lines.length]).toEqual([2, "", 2]);
    expect(stderr).toMatch(message);
  });

  it("rejects two configs in one folder", async () => {
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
  ])("accepts what the command line accepts: %s %j", async (isValid, config) => {
    expect(validate(config)).toBe(isValid);
    const cwd = world(config, { "b.js": "export default () => {}" });
    for (const name of ["a", "c", "d"]) pack(cwd, `ccdag-${name}`, "export default () => {}");
    expect((await ccdag(["tree", "talk"], { cwd })).code === 0).toBe(isValid);
  });

  it("is the same in the docs and in the package", async () => {
    await expect(text).toMatchFileSnapshot("../../../docs/schema/1/config.json");
  });
});
