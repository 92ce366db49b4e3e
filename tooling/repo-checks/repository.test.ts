import { describe, expect, it } from "vitest";
import config from "../../vitest.config.ts";
import { files, generated, isSource, maxLines, read } from "./files.mjs";
import { isStale as isStaleList } from "./packages-list.mjs";
import { stale } from "./rules.mjs";

const sources = files.filter(isSource);
/** Code that is checked for its length: sources, and the tools beside them. */
const code = files.filter(
  (path) =>
    isSource(path) ||
    (/^(?:tooling|apps\/docs-site\/\.vitepress)\/.*\.(?:ts|mjs|vue)$/.test(path) && !path.endsWith(".test.ts")),
);
/** The length that half of the sources do not exceed. */
const medianLines = 60;

/** The packages of this project that each package may import (docs/architecture.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  order: [],
  sqlite: [],
  ccast: [],
  core: ["order", "ccast"],
  agents: ["core", "ccast"],
  edits: ["ccast"],
  "source-pi": ["core", "files"],
  "source-codex": ["core", "files"],
  "source-copilot": ["core", "files", "sqlite"],
  "source-gemini": ["core", "files"],
  "source-opencode": ["core", "files", "sqlite"],
  clients: ["core", "files", "source-codex", "source-copilot", "source-gemini", "source-opencode", "source-pi"],
  mdast: ["ccast"],
  "render-markdown": ["ccast", "mdast"],
  "render-html": ["ccast", "edits", "mdast"],
  "render-json": ["ccast"],
  "render-obsidian": ["ccast", "mdast", "render-markdown"],
  "render-graph": ["ccast"],
  "render-otel": ["ccast"],
  "render-tables": ["ccast", "mdast"],
  redact: ["ccast"],
  processor: ["core", "agents", "order", "ccast"],
  pipeline: [
    "ccast",
    "mdast",
    "processor",
    "redact",
    "render-graph",
    "render-html",
    "render-json",
    "render-markdown",
    "render-obsidian",
    "render-tables",
    "render-otel",
  ],
  files: ["core"],
  keep: ["files"],
  config: ["ccast", "files", "keep", "pipeline", "processor"],
  report: ["ccast", "core", "edits", "mdast", "order", "pipeline", "processor"],
  library: [
    "ccast",
    "clients",
    "config",
    "core",
    "edits",
    "files",
    "keep",
    "mdast",
    "pipeline",
    "processor",
    "redact",
    "report",
  ],
  site: [
    "ccast",
    "core",
    "edits",
    "files",
    "keep",
    "library",
    "mdast",
    "pipeline",
    "processor",
    "render-html",
    "report",
  ],
  "create-ccdag-plugin": ["ccast"],
  "remark-ccdag": ["ccast", "edits", "library", "pipeline", "processor", "redact", "render-markdown"],
  mcp: ["ccast", "config", "files", "keep", "library", "mdast", "pipeline", "report"],
  store: [],
  server: ["ccast", "core", "files", "keep", "order", "pipeline", "processor", "store"],
  client: [],
  langgraph: ["client"],
  conformance: [],
  testkit: ["ccast"],
  cli: [
    "ccast",
    "core",
    "agents",
    "edits",
    "mdast",
    "render-html",
    "processor",
    "pipeline",
    "files",
    "keep",
    "config",
    "report",
    "library",
    "site",
    "mcp",
    "render-tables",
    "sqlite",
    "server",
  ],
  // Its imports from the command line are listed in a test of the docs site: they are bundled for a browser.
  "docs-site": [
    "ccast",
    "core",
    "files",
    "mdast",
    "pipeline",
    "processor",
    "redact",
    "render-html",
    "report",
    "testkit",
  ],
};
const apps = new Set(["cli", "docs-site", "server"]);
const usesNode = new Set([
  "sqlite",
  "clients",
  "source-codex",
  "source-copilot",
  "source-gemini",
  "source-opencode",
  "source-pi",
  "files",
  "keep",
  "config",
  "library",
  "site",
  "mcp",
  "create-ccdag-plugin",
  "remark-ccdag",
  "conformance",
  "store",
  "server",
  "cli",
  "docs-site",
]);

describe("imports", () => {
  it.each(Object.entries(mayImport))("%s imports only what it may", (name, allowed) => {
    const folder = `${apps.has(name) ? "apps" : "packages"}/${name}`;
    const { dependencies, peerDependencies } = JSON.parse(read(`${folder}/package.json`)) as {
      dependencies?: Record<string, string>;
      peerDependencies?: Record<string, string>;
    };
    const declared = Object.keys({ ...dependencies, ...peerDependencies }).flatMap((one) =>
      one.startsWith("@ccdag/") ? one.slice(7) : [],
    );
    expect(declared.filter((one) => !allowed.includes(one))).toEqual([]);
    for (const path of sources.filter((source) => source.startsWith(`${folder}/src/`))) {
      const text = read(path);
      const imported = [...text.matchAll(/from "@ccdag\/([\w-]+)|import\("@ccdag\/([\w-]+)/g)].map(
        ([, a, b]) => a ?? b!,
      );
      expect([path, imported.filter((one) => !declared.includes(one))]).toEqual([path, []]);
      if (!usesNode.has(name))
        expect([path, /["']node:|(?<!")\bprocess\.|\bBuffer\b/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it("K006: the apps are composed of core, agents, order and the renderers", () => {
    const reach = (name: string): string[] => mayImport[name]!.flatMap((one) => [one, ...reach(one)]);
    for (const app of ["cli", "docs-site"]) {
      const { dependencies } = JSON.parse(read(`apps/${app}/package.json`)) as { dependencies: Record<string, string> };
      const direct = Object.keys(dependencies).flatMap((one) => (one.startsWith("@ccdag/") ? one.slice(7) : []));
      const all = new Set(direct.flatMap((one) => [one, ...reach(one)]));
      const wanted = ["core", "agents", "order", "render-markdown", "render-json", "render-html"];
      expect([app, wanted.filter((name) => !all.has(name))]).toEqual([app, []]);
      for (const name of wanted) expect(read(`packages/${name}/package.json`)).toContain(`"name": "@ccdag/${name}"`);
    }
  });

  it("every package is in the table", () => {
    const names = new Set(files.flatMap((path) => /^(?:packages|apps)\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...names].sort()).toEqual(Object.keys(mayImport).sort());
  });

  // `edits` reads trees of ccast, and nothing else.
  it("of the rendering half never reach the reading half, which it meets in ccast only", () => {
    for (const name of [
      "mdast",
      "render-markdown",
      "render-html",
      "render-json",
      "render-obsidian",
      "render-graph",
      "render-tables",
      "redact",
      "render-otel",
    ])
      expect(mayImport[name]!.filter((one) => !/^(?:ccast|edits|mdast|render-markdown)$/.test(one))).toEqual([]);
  });
});

describe("the repository", () => {
  it(`has no code file of more than ${maxLines} lines, and half of the sources fit on a screen`, () => {
    const tooLong = code
      .filter((path) => !generated.includes(path) && lengthOf(path) > maxLines)
      .map((path) => `${path} has ${lengthOf(path)} lines`);
    expect(tooLong).toEqual([]);
    const lengths = sources.map(lengthOf).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(medianLines);
  });

  it("publishes no word of requirements and of the documents that it began with", () => {
    const inside = /\b[ACDKLORS]\d{3}\b|\bseed \d|\(P\d+\)/;
    const found = sources.flatMap((path) => inside.exec(read(path))?.[0] ?? []);
    expect(found).toEqual([]);
  });

  it("has at most two sources of one name: a file is called after its main export", () => {
    const names = new Map<string, string[]>();
    for (const path of sources) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (name !== "index.ts" && name !== "types.ts") names.set(name, [...(names.get(name) ?? []), path]);
    }
    expect([...names.values()].filter((paths) => paths.length > 2)).toEqual([]);
  });

  it("has no `any` and no ignored type error", () => {
    for (const path of sources)
      expect([path, /\bas any\b|: any\b|@ts-(?:ignore|nocheck)/.exec(read(path))?.[0]]).toEqual([path, undefined]);
  });

  it("spreads no list into `push`, `min` or `max`: some 120,000 items exceed the stack", () => {
    const spread = /\b(?:push|unshift|min|max|fromCharCode)\(\s*(?:[^(){}\n]*, )?\.\.\.(?!\[|\()/;
    expect(spread.test("list.push(...items)") && spread.test("Math.max(0, ...items)")).toBe(true);
    const isChecked = (path: string) => !path.startsWith("packages/testkit/") && !path.endsWith("/generated.ts");
    for (const path of sources.filter(isChecked))
      expect([path, spread.exec(read(path))?.[0]]).toEqual([path, undefined]);
  });

  it("runs every test in git, each in one suite, and skips none", () => {
    expect(config.test!.include).toEqual(["{packages,apps,tooling}/*/{src,test}/**/*.test.ts", "tooling/*/*.test.ts"]);
    // The release smoke test runs those of the examples, where they are installed.
    const tests = files.filter((path) => path.endsWith(".test.ts") && !path.startsWith("examples/"));
    const listed = /^(?:packages|apps|tooling)\/[^/]+\/(?:src|test)\/.*\.test\.ts$|^tooling\/[^/]+\/[^/]+\.test\.ts$/;
    expect(tests.filter((path) => !listed.test(path))).toEqual([]);
    // Each package with a test has the script that turbo runs it with.
    for (const path of tests) {
      const folder = path.split("/").slice(0, 2).join("/");
      const { scripts } = JSON.parse(read(`${folder}/package.json`)) as { scripts: Record<string, string> };
      const [script, program] = path.endsWith(".slow.test.ts")
        ? ["test:slow", "tests/package.config.ts"]
        : ["test", "tests/package.mjs"];
      expect([path, scripts[script!]]).toEqual([path, expect.stringContaining(program!)]);
    }
    for (const path of tests)
      expect([path, /\b(?:it|describe|test)\.(?:skip|only|todo|fails)\b/.exec(read(path))?.[0]]).toEqual([
        path,
        undefined,
      ]);
  });

  it("has only small transcripts, made for the project", () => {
    const transcripts = files.filter((path) => path.endsWith(".jsonl"));
    expect(transcripts.filter((path) => !/^(?:tooling\/fixtures|examples)\//.test(path))).toEqual([]);
    for (const path of transcripts) expect([path, read(path).length < 400_000]).toEqual([path, true]);
  });

  it("has packages that agree on licence, engine and repository", () => {
    for (const path of files.filter((name) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(name))) {
      const manifest = JSON.parse(read(path)) as Record<string, unknown>;
      expect(manifest).toMatchObject({
        license: "MIT",
        type: "module",
        engines: { node: ">=20.19" },
        repository: { directory: path.replace("/package.json", "") },
      });
      expect(files).toContain(path.replace("package.json", "README.md"));
    }
  });

  it("has the page of every rule as `pnpm generate rules` writes it from the comment", () => {
    expect(stale()).toEqual([]);
  });

  it("lists every package that is published, as `pnpm generate packages` writes them from the manifests", () => {
    expect(isStaleList()).toBe(false);
  });

  it("has a page for every rule of the reading half and for every message", () => {
    const named = sources.flatMap((path) => {
      const rules = /^packages\/(?:core|agents)\/src\//.test(path)
        ? [...read(path).matchAll(/^ {2}name: "([\w-]+)",?$|: \w*Rule = \{ name: "([\w-]+)"/gm)].map(
            ([, a, b]) => a ?? b!,
          )
        : [];
      const said = [...read(path).matchAll(/report\(\s*(?:walk\.)?options,\s*"([\w-]+)"|ruleId: "([\w-]+)"/g)];
      return [...rules, ...said.map(([, a, b]) => a ?? b!)];
    });
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !files.includes(`docs/rules/${name}.md`))).toEqual([]);
  });

  it.each([
    ["D002: session header", "session header"],
    ["D002: DAG-line", "thread"],
    ["D002: junction point", "junction point"],
    ["D002: trunk", "trunk"],
    ["D002: branch pseudo-session", "branch"],
    ["D002: structural", "structural"],
    ["D002: passthrough", "passthrough"],
    ["D002: phantom", "copy"],
    ["D002: leaf", "leaf"],
  ])("%s is defined in the glossary", (title, entry) => {
    const paragraphs = read("docs/glossary.md").split("\n\n");
    const definitions = paragraphs.filter((text) => text.startsWith(`**${entry}**: `));
    expect(definitions.map((text) => text.split(/\s+/).length > 12)).toEqual([true]);
    expect(definitions[0]!.toLowerCase()).toContain(title.slice("D002: ".length).toLowerCase());
  });
});

function lengthOf(path: string): number {
  return read(path).split("\n").length - 1;
}
