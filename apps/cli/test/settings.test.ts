import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingRows } from "../src/options.ts";
import type { OptionSettings } from "@ccdag/config";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

const long = jsonl(
  { type: "user", uuid: "u", parentUuid: null, message: { content: "Question" } },
  {
    type: "assistant",
    uuid: "a",
    parentUuid: "u",
    message: { id: "m", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }] },
  },
  {
    type: "user",
    uuid: "r",
    parentUuid: "a",
    message: { content: [{ type: "tool_result", tool_use_id: "t", content: "x".repeat(9000) }] },
  },
);

/** A project in `p`, a home folder in `home`, and configs with settings in both. */
function world(project?: object, user?: object) {
  const top = scratch({ "p/.git/HEAD": "", "p/talk/s.jsonl": long, "home/x": "" });
  if (project) put(top, "p/ccdag.config.json", JSON.stringify(project));
  if (user) put(top, "home/.config/ccdag/ccdag.config.json", JSON.stringify(user));
  const env = { HOME: join(top, "home") };
  const cwd = join(top, "p");
  return { top, cwd, env, run: run(cwd, env) };
}

const run =
  (cwd: string, env: Readonly<Record<string, string>>) =>
  (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    ccdag(argv, { cwd, env: { ...env, ...more } });

describe("precedence: flag, variable, config of the project, user-wide config, default", () => {
  // For each option: values from the strongest to the weakest, and a call whose output depends on it.
  const table: ReadonlyArray<
    readonly [name: keyof OptionSettings, values: readonly [string, string, string, string], argv: readonly string[]]
  > = [
    ["detail", ["prompts", "talk", "steps", "tools"], ["export", "talk", "--to", "json"]],
    ["order", ["kahn", "timestamp", "file", "session-tree"], ["export", "talk"]],
    ["to", ["json", "jsonl", "html", "mermaid"], ["export", "talk"]],
    ["images", ["embed", "files", "none", "link"], ["export", "talk"]],
  ];

  it.each(table)("of %s", async (name, [typed, variable, project, user], argv) => {
    const { run: call } = world({ settings: { [name]: project } }, { settings: { [name]: user } });
    const env = { [`CCDAG_${name.toUpperCase()}`]: variable };
    const value = async (more: Record<string, string>, ...flags: string[]) =>
      (await call(["config", name, ...flags], more)).stdout.trim();
    expect(await value(env)).toBe(variable);
    expect(await value({})).toBe(project);
    expect(await value({ HOME: "/nowhere" })).toBe(project);
    expect(await value(env, "--no-config")).toBe(variable);
    const asked = async (flags: readonly string[], more: Record<string, string>) =>
      (await call([...argv, ...flags], more)).stdout;
    expect(await asked([`--${name}`, typed], env)).toBe(await asked(["--no-config", `--${name}`, typed], {}));
    expect(await asked([], env)).toBe(await asked(["--no-config", `--${name}`, variable], {}));
    expect(await asked([], {})).toBe(await asked(["--no-config", `--${name}`, project], {}));
    const { run: only } = world(undefined, { settings: { [name]: user } });
    expect((await only(["config", name])).stdout.trim()).toBe(user);
  });

  it("of limit, which is a setting of renderers; it overrides presets of --to, too", async () => {
    const { run: call } = world({ settings: { limit: 2000 } }, { settings: { limit: 100 } });
    const size = async (argv: readonly string[], env = {}) =>
      ((await call(["export", "talk", ...argv], env)).stdout.match(/x{10,}/g) ?? []).join("").length;
    expect(await size(["--limit", "400"])).toBe(400);
    expect(await size([], { CCDAG_LIMIT: "600" })).toBe(600);
    expect(await size([])).toBe(2000);
    expect(await size(["--no-config"])).toBe(9000);
    expect(await size(["--to", "github"])).toBe(2000);
    expect(await size(["--to", "github", "--no-config"])).toBe(4000);
    expect(await size([], { CCDAG_LIMIT: "none" })).toBe(9000);
  });

  it("of plugins: those of the user come first, and those of the project see what they did", async () => {
    const add = (word: string) =>
      `export default () => (tree) => { tree.children[0].children[0].children[0].value += " ${word}" }`;
    const { top, run: call } = world({ plugins: ["./p.mjs"] }, { plugins: ["./u.mjs"] });
    put(top, "p/p.mjs", add("project"));
    put(top, "home/.config/ccdag/u.mjs", add("user"));
    const { stdout, stderr } = await call(["export", "talk"]);
    expect(stdout).toContain("Question user project");
    expect(stderr.split("\n").map((line) => /home|p\/ccdag\.config/.exec(line)?.[0])).toEqual([
      "home",
      "p/ccdag.config",
      undefined,
    ]);
  });

  it.each([
    ["1", true],
    ["TRUE", true],
    ["yes", true],
    ["on", true],
    ["0", false],
    ["false", false],
    ["No", false],
    ["off", false],
    ["", false],
  ])("a variable of a switch may be %j", async (text, isOn) => {
    const { stdout } = await world().run(["export", "talk"], { CCDAG_GRAPH: text });
    expect(stdout.includes("```mermaid")).toBe(isOn);
  });

  it("a switch that a setting turned on is turned off by --no-…, which help does not list", async () => {
    const { run: call } = world({ settings: { graph: true } });
    expect((await call(["export", "talk"])).stdout).toContain("```mermaid");
    expect((await call(["export", "talk", "--no-graph"])).stdout).not.toContain("```mermaid");
    expect((await call(["export", "--help"])).stdout).not.toContain("--no-graph");
  });

  it("lists in variables are separated by commas, but not by those of options", async () => {
    const { top, run: call } = world();
    const add = (word: string) => `export default (options) => (tree) => {
      tree.children.push({type: "paragraph", children: [{type: "text", value: "${word}" + JSON.stringify(options ?? 0)}]}) }`;
    put(top, "p/a.mjs", add("A"));
    put(top, "p/b.mjs", add("B"));
    const { stdout } = await call(["export", "talk"], { CCDAG_REMARK: "./a.mjs={x: 1, y: 2}, ./b.mjs" });
    expect(stdout).toMatch(/A\{"x":1,"y":2\}[^]*B0/);
  });
});

describe("a setting is a default", () => {
  it.each([
    ["a command without the option", { settings: { graph: true, order: "kahn", port: 1 } }, ["tree", "talk"]],
    [
      "a format that it does not fit",
      { settings: { graph: true, highlight: "full" } },
      ["export", "talk", "--to", "json"],
    ],
    ["an output that it does not fit", { settings: { agents: "separate", branches: "separate" } }, ["export", "talk"]],
    ["another option that was typed", { settings: { agents: "after" } }, ["export", "talk", "--order", "kahn"]],
    ["the ending of the output", { settings: { to: "html" } }, ["export", "talk", "-o", "x.json"]],
    ["threads for one document", { settings: { jobs: 2 } }, ["export", "talk"]],
    ["cost that is not shown", { settings: { prices: "./none.json" } }, ["export", "talk"]],
  ])("and is ignored for %s", async (_, config, argv) => {
    const { run: call } = world(config);
    expect(await call(argv)).toEqual(await call([...argv, "--no-config"]));
  });

  it("and is used where it fits: a folder may have separate documents, and another ending of the format", async () => {
    const { cwd, run: call } = world({ settings: { to: "github", branches: "separate" } });
    expect((await call(["export", "talk", "-o", "out/"])).code).toBe(0);
    expect((await call(["export", "talk", "-o", "x.md"])).code).toBe(0);
    expect(read(cwd, "x.md")).toContain("<!--");
  });

  it("separate agents stay in their place where only one document can be written", async () => {
    const agent = (id: string, text: string) => ({
      type: "user",
      uuid: id,
      parentUuid: null,
      isSidechain: true,
      agentId: "7f",
      message: { content: text },
    });
    const { cwd, run: call } = world({ settings: { agents: "separate" } }, { settings: { agents: "none" } });
    put(cwd, "talk/s.jsonl", long + jsonl(agent("x", "words of the agent")));
    expect((await call(["export", "talk"])).stdout).toContain("words of the agent");
    expect((await call(["export", "talk", "-o", "out/"])).stderr).toContain("3 documents");
    expect(read(cwd, "out/agent-7f.md")).toContain("words of the agent");
    expect((await call(["export", "talk"], { CCDAG_AGENTS: "none" })).stdout).not.toContain("words of the agent");
  });

  it("paths in a config are relative to it, and plugins are found from there", async () => {
    const { top, run: call } = world(undefined, { settings: { to: "./digest.mjs", cache: "./kept" } });
    put(top, "home/.config/ccdag/digest.mjs", "export default function () { this.compiler = () => 'digest' }");
    const { stdout, stderr } = await call(["export", "talk"]);
    expect(stdout).toBe("digest");
    expect(stderr).toContain("Running the config ");
    await call(["site", "talk", "-o", "site", "--no-search"]);
    expect(existsSync(join(top, "home/.config/ccdag/kept"))).toBe(true);
    expect((await call(["export", "talk", "--to", "json", "-q"])).stderr).toBe("");
  });

  it("the order of strength also holds between renderers among plugins and `to`", async () => {
    const { top, run: call } = world({ plugins: ["./digest.mjs"] }, { settings: { to: "json" } });
    put(top, "p/digest.mjs", "export default function () { this.compiler = () => 'digest' }");
    expect((await call(["export", "talk"])).stdout).toBe("digest");
    expect((await call(["export", "talk"], { CCDAG_TO: "json" })).stdout).toContain('"ccdag"');
  });
});

describe("an invalid setting", () => {
  it.each([
    [{ settings: { detial: "talk" } }, "Unexpected setting `detial` in `FILE`, expected `detail`"],
    [{ settings: { remotImages: true } }, "Unexpected setting `remotImages` in `FILE`, expected `remoteImages`"],
    [{ settings: { label: {} } }, "Unexpected setting `label` in `FILE`, expected `labels`"],
    [{ settings: { output: "x" } }, "Unexpected setting `output` in `FILE`, expected `outputs`"],
    [{ settings: { detail: "all" } }, "Unexpected setting `detail` in `FILE`, expected one of prompts, talk, "],
    [{ settings: { graph: "yes" } }, "Unexpected setting `graph` in `FILE`, expected true or false"],
    [{ settings: { limit: "few" } }, "Unexpected setting `limit` in `FILE`, expected a number of characters or none"],
    [{ settings: { limit: 0 } }, "Unexpected setting `limit` in `FILE`, expected a number of characters"],
    [{ settings: { port: 70_000 } }, "Unexpected setting `port` in `FILE`, expected a number up to 65535"],
    [{ settings: { jobs: 0 } }, "Unexpected setting `jobs` in `FILE`, expected a number up to 999"],
    [{ settings: { cache: 1 } }, "Unexpected setting `cache` in `FILE`, expected a path or false"],
    [{ settings: { tools: [] } }, "Unexpected setting `tools` in `FILE`, expected a list of texts"],
    [{ settings: { labels: "x" } }, "Unexpected setting `labels` in `FILE`, expected an object"],
    [
      { settings: { labels: { actor: { human: "A" } } } },
      "Unexpected label `actor.human` in `FILE`, expected `actors.human`",
    ],
    [
      { settings: { labels: { actors: { humans: "A" } } } },
      "Unexpected label `actors.humans` in `FILE`, expected `actors.human`",
    ],
    [{ settings: { labels: { sesion: "A" } } }, "Unexpected label `sesion` in `FILE`, expected `session`"],
    [{ setings: {} }, "Unexpected key `setings` in config `FILE`, expected `settings` or `plugins`"],
    [{ schema: "" }, "Unexpected key `schema` in config `FILE`, expected `$schema`"],
  ])("is an error that names the file and the key: %j", async (config, message) => {
    for (const isUsers of [false, true]) {
      const { top, run: call } = isUsers ? world(undefined, config) : world(config);
      const file = isUsers ? "home/.config/ccdag/ccdag.config.json" : "p/ccdag.config.json";
      const { code, stdout, stderr } = await call(["tree", "talk"]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`ccdag: ${message.replace("FILE", join(top, file))}`);
    }
  });

  it.each([
    [{ CCDAG_LIMIT: "few" }, "Unexpected `few` in `CCDAG_LIMIT`, expected a number of characters or none"],
    [{ CCDAG_DETAIL: "all" }, "Unexpected `all` in `CCDAG_DETAIL`, expected one of prompts, "],
    [{ CCDAG_REMOTE_IMAGES: "2" }, "Unexpected `2` in `CCDAG_REMOTE_IMAGES`, expected 1, true, yes or on, or 0, "],
    [{ CCDAG_TO: "nope" }, "Cannot find renderer `nope`"],
    [{ CCDAG_COST: "1", CCDAG_PRICES: "./none" }, "`CCDAG_PRICES`"],
  ])("is an error that names the variable: %j", async (env, message) => {
    const { code, stderr } = await world().run(["export", "talk"], env as never);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toContain(message);
  });

  it("in a misspelt variable is a warning with a suggestion, and none with -q", async () => {
    const { run: call } = world();
    const { code, stderr } = await call(["tree", "talk"], { CCDAG_LIMTI: "1" });
    expect([code, stderr]).toEqual([0, "Ignored the unknown variable `CCDAG_LIMTI`, expected `CCDAG_LIMIT`\n"]);
    expect((await call(["tree", "talk", "-q"], { CCDAG_LIMTI: "1" })).stderr).toBe("");
    const others = { CCDAG_SEED: "1", CCDAG_BROWSER: "x", CCDAG_NEEDS_BROWSER: "1" };
    expect((await call(["tree", "talk"], others)).stderr).toBe("");
  });

  it("is none if a plugin declares it: its module, a preset, or the renderer that is used", async () => {
    const config = { settings: { mark: 1 }, plugins: ["./a.mjs"] };
    for (const code of [
      "export const settings = ['mark']; export default () => {}",
      "export default {settings: {mark: 2}}",
    ]) {
      const { top, run: call } = world(config);
      put(top, "p/a.mjs", code);
      expect((await call(["tree", "talk", "-q"])).code).toBe(0);
    }
    const { top, run: call } = world({ settings: { mark: 1 } });
    put(
      top,
      "p/r.mjs",
      "export const settings = ['mark']; export default function () { this.compiler = () => String(this.data().settings.mark) }",
    );
    expect((await call(["export", "talk", "--to", "./r.mjs"])).stdout).toBe("1");
    expect((await call(["export", "talk"])).stderr).toContain("Unexpected setting `mark`");
  });
});

describe("where a config may be", () => {
  it("the key `ccdag` of the nearest package.json, which is only data; one without it is passed over", async () => {
    const { top, run: call } = world();
    put(top, "p/package.json", JSON.stringify({ name: "x", ccdag: { settings: { graph: true } } }));
    put(top, "p/talk/package.json", "{}");
    put(top, "p/talk/deep/package.json", "no JSON");
    for (const folder of ["p", "p/talk", "p/talk/deep"]) {
      const found = await ccdag(["export", join(top, "p/talk")], { cwd: join(top, folder) });
      expect([found.stderr, found.stdout.includes("```mermaid")]).toEqual(["", true]);
    }
    put(top, "p/package.json", JSON.stringify({ ccdag: { settings: { grahp: true } } }));
    expect((await call(["tree", "talk"])).stderr).toContain("package.json`, expected `graph`");
    put(top, "p/package.json", JSON.stringify({ ccdag: { plugins: [() => {}, {}] } }));
    expect((await call(["tree", "talk"])).stderr).toContain("Unexpected plugin 1 in config");
    put(top, "p/package.json", JSON.stringify({ ccdag: {} }));
    put(top, "p/ccdag.config.json", "{}");
    expect((await call(["tree", "talk"])).stderr).toMatch(/Unexpected `.+package.json` beside `.+config.json`/);
  });

  it.each([
    ["XDG_CONFIG_HOME", "xdg/ccdag"],
    ["HOME", "home/.config/ccdag"],
  ])("the folder for configs of the user, by %s", async (variable, folder) => {
    const top = scratch({ "p/s.jsonl": long, [`${folder}/ccdag.config.json`]: '{"settings": {"graph": true}}' });
    const env = { [variable]: join(top, folder.split("/")[0]!) };
    const call = async (cwd: string, ...argv: string[]) =>
      (await ccdag(["export", join(top, "p"), ...argv], { cwd, env })).stdout;
    expect(await call("/")).toContain("```mermaid");
    expect(await call(join(top, folder))).toContain("```mermaid");
    expect(await call("/", "--no-config")).not.toContain("```mermaid");
    expect(await call("/", "--config", join(top, folder, "ccdag.config.json"))).toContain("```mermaid");
    put(top, "p/other.json", '{"settings": {"detail": "talk"}}');
    expect(await call("/", "--config", join(top, "p/other.json"))).toContain("```mermaid");
    const ignored = await ccdag(["export", join(top, "p")], { env: { XDG_CONFIG_HOME: "xdg" }, cwd: top });
    expect(ignored.stdout).not.toContain("```mermaid");
  });

  it("a user-wide config that others can change is skipped, and named", async () => {
    const { top, run: call } = world(undefined, { settings: { graph: true } });
    const path = join(top, "home/.config/ccdag/ccdag.config.json");
    chmodSync(path, 0o666);
    const { stdout, stderr } = await call(["export", "talk"]);
    expect(stdout).not.toContain("```mermaid");
    expect(stderr).toBe(
      `Skipped the config \`${path}\`, which other users can change; \`--config\` with this path uses it\n`,
    );
  });

  const isTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);
  const typed = "const graph: boolean = true;\nexport default { settings: { graph } } satisfies object;\n";

  it.skipIf(isTypeScript)("ccdag.config.ts is one error line where Node does not strip types", async () => {
    const { top, run: call } = world();
    put(top, "p/ccdag.config.ts", typed);
    for (const argv of [[], ["--config", "ccdag.config.ts"]]) {
      const { code, stdout, stderr } = await call(["export", "talk", ...argv]);
      expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
      expect(stderr).toMatch(
        /Cannot run config `.+ccdag.config.ts`: Node 2\S+ does not run TypeScript, but 22.18, .+mjs\n/,
      );
    }
  });

  it.skipIf(!isTypeScript)("ccdag.config.ts runs where Node strips types, and is named", async () => {
    const { top, run: call } = world();
    put(top, "p/ccdag.config.ts", typed);
    const { stdout, stderr } = await call(["export", "talk"]);
    expect(stdout).toContain("```mermaid");
    expect(stderr).toMatch(/^Running the config `.+ccdag.config.ts`/);
  });
});

describe("a config that anybody may have written", () => {
  it.each([
    ["a renderer", { to: "./x.mjs" }],
    ["a plugin of remark", { remark: ["./x.mjs"] }],
  ])("is named on stderr if its settings name %s, and skipped outside of the repository", async (_, settings) => {
    const { top, cwd, run: call } = world({ settings });
    put(top, "p/x.mjs", "export default function () {}");
    expect((await call(["tree", "talk"])).stderr).toContain("Running the config ");
    put(top, "p/talk/.git/HEAD", "");
    const { stderr } = await ccdag(["tree", "."], { cwd: join(cwd, "talk") });
    expect(stderr).toContain("Skipped the config ");
  });

  it.each([
    ["the store that transcripts are sent to", { data: "postgres://elsewhere/db" }],
    ["folders of projects", { root: ["./planted"] }],
    ["a cache folder", { cache: "./kept" }],
    ["links that are followed", { followLinks: true }],
  ])("does not choose %s, which is said with -q, too, until it is named", async (_, settings) => {
    const [name] = Object.keys(settings);
    const given = { settings: { ...settings, detail: "talk" } };
    const { top, cwd, run: call } = world(given);
    const { stderr } = await call(["tree", "talk", "-q"]);
    expect(stderr).toBe(
      `Ignored \`${name}\` of the config \`${join(top, "p/ccdag.config.json")}\`, which a config that nobody named cannot set; \`--config\` with this path allows it\n`,
    );
    // From above the repository, too; the rest of it is used.
    put(top, "p/talk/.git/HEAD", "");
    const above = await ccdag(["config", "detail"], { cwd: join(cwd, "talk"), env: { HOME: join(top, "home") } });
    expect([above.stdout, above.stderr]).toEqual(["talk\n", stderr]);
    await call(["tree", "talk", "-q", "--config", "ccdag.config.json"]);
    expect((await call(["tree", "talk", "-q"])).stderr).not.toContain("Ignored");
    // It is known by its content.
    put(top, "p/ccdag.config.json", JSON.stringify({ settings: { ...given.settings, utc: true } }));
    expect((await call(["tree", "talk", "-q"])).stderr).toBe(stderr);
  });

  it("each setting is classified: in the list of what such a config may choose, or not", () => {
    const refused = settingRows().flatMap(({ name, inConfig }) => (inConfig?.needsConsent ? name : []));
    expect(refused).toEqual(["data", "root", "alias", "followLinks", "cache"]);
    const security = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8");
    const listed = [...security.matchAll(/^\| (`.+`) +\| (used|ignored)/gm)].flatMap(([, names, use]) =>
      [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name, use]),
    );
    const expected = settingRows().map(({ name }) => [name, refused.includes(name) ? "ignored" : "used"]);
    expect(new Map(listed as Array<[string, string]>)).toEqual(new Map(expected as Array<[string, string]>));
    expect(listed).toHaveLength(expected.length);
  });

  it("cannot switch redaction off, neither that of the user nor that of a format", async () => {
    const secret = jsonl({ type: "user", uuid: "u", message: { content: "mail ada@lighthouse.dev of lovelace" } });
    const { top, run: call } = world(
      { plugins: [["redact", false]], settings: { redact: false, keepImages: true } },
      { settings: { redactExtra: "./words.txt" } },
    );
    put(top, "p/talk/s.jsonl", secret);
    put(top, "home/.config/ccdag/words.txt", "lovelace\n");
    expect((await call(["export", "talk"])).stdout).not.toMatch(/ada@|lovelace/);
    expect((await call(["export", "talk", "--no-redact"])).stdout).toMatch(/ada@.*lovelace/);
    expect((await call(["export", "talk", "--to", "github"], { HOME: "/nowhere" })).stdout).not.toContain("ada@");
    expect((await call(["config", "redact"])).stdout).toBe("true\n");
  });
});

it("the type of settings names the options of the table that are settings", () => {
  const names: Record<keyof OptionSettings, true> = {
    agents: true,
    branches: true,
    budget: true,
    alias: true,
    cache: true,
    color: true,
    root: true,
    sort: true,
    utc: true,
    compaction: true,
    cost: true,
    data: true,
    detail: true,
    followLinks: true,
    frail: true,
    graph: true,
    highlight: true,
    images: true,
    jobs: true,
    keepImages: true,
    limit: true,
    open: true,
    order: true,
    port: true,
    prices: true,
    quiet: true,
    redact: true,
    redactExtra: true,
    remark: true,
    remoteImages: true,
    search: true,
    thinking: true,
    to: true,
    tokens: true,
    tools: true,
    verbose: true,
    watch: true,
  };
  expect(Object.keys(names).sort()).toEqual(
    settingRows()
      .map(({ name }) => name)
      .sort(),
  );
});
