import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import config from "../../vitest.config.ts";
import { stale as stalePage } from "./page.mjs";
import { stale } from "./rules.mjs";

const top = new URL("../../", import.meta.url);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: top,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
const read = (path: string) => readFileSync(new URL(path, top), "utf8");
const sources = files.filter((path) => /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(path));

/** Who may import whom (docs/architecture.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  order: [],
  ccast: [],
  core: ["order", "ccast"],
  agents: ["core", "ccast"],
  "source-pi": ["core"],
  mdast: ["ccast"],
  "render-markdown": ["ccast", "mdast"],
  "render-html": ["ccast", "mdast"],
  "render-json": ["ccast"],
  "render-obsidian": ["ccast", "mdast", "render-markdown"],
  "render-graph": ["ccast"],
  redact: ["ccast"],
  processor: ["core", "agents", "order", "ccast"],
  presets: ["processor", "redact", "render-markdown", "render-obsidian"],
  files: [],
  testkit: ["ccast"],
  cli: [
    "order",
    "ccast",
    "core",
    "agents",
    "mdast",
    "render-markdown",
    "render-html",
    "render-json",
    "render-graph",
    "redact",
    "presets",
    "processor",
    "files",
  ],
  // What it imports from the command line stands in a list of its own: it may be bundled for a browser.
  "docs-site": [
    "ccast",
    "core",
    "files",
    "presets",
    "processor",
    "redact",
    "render-graph",
    "render-html",
    "render-json",
    "render-markdown",
    "testkit",
  ],
};
const apps = new Set(["cli", "docs-site"]);
const nodeRooms = new Set(["files", "cli", "docs-site"]);

describe("walls", () => {
  it.each(Object.entries(mayImport))("%s imports only what it may", (room, allowed) => {
    const folder = `${apps.has(room) ? "apps" : "packages"}/${room}`;
    const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    const declared = Object.keys(dependencies).flatMap((name) => (name.startsWith("@ccdag/") ? name.slice(7) : []));
    expect(declared.filter((name) => !allowed.includes(name))).toEqual([]);
    for (const path of sources.filter((source) => source.startsWith(`${folder}/src/`))) {
      const text = read(path);
      const imported = [...text.matchAll(/from "@ccdag\/([\w-]+)|import\("@ccdag\/([\w-]+)/g)].map(
        ([, a, b]) => a ?? b!,
      );
      expect([path, imported.filter((name) => !declared.includes(name))]).toEqual([path, []]);
      if (!nodeRooms.has(room))
        expect([path, /["']node:|\bprocess\.|\bBuffer\b/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it("every room is in the table", () => {
    const rooms = new Set(files.flatMap((path) => /^(?:packages|apps)\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...rooms].sort()).toEqual(Object.keys(mayImport).sort());
  });

  it("the two wings meet in the hall only: nothing that tells knows how reading is done", () => {
    for (const room of [
      "mdast",
      "render-markdown",
      "render-html",
      "render-json",
      "render-obsidian",
      "render-graph",
      "redact",
    ])
      expect(mayImport[room]!.filter((name) => !/^(?:ccast|mdast|render-markdown)$/.test(name))).toEqual([]);
  });
});

describe("manners", () => {
  it("no source file is longer than 300 lines, and half of them fit on a screen", () => {
    const lengths = sources.map((path) => [read(path).split("\n").length, path] as const).sort(([a], [b]) => b - a);
    expect(lengths.filter(([length]) => length > 300)).toEqual([]);
    expect(lengths[lengths.length >> 1]![0]).toBeLessThanOrEqual(60);
  });

  it("nothing escapes the types", () => {
    for (const path of sources)
      expect([path, /\bas any\b|: any\b|@ts-(?:ignore|nocheck)/.exec(read(path))?.[0]]).toEqual([path, undefined]);
  });

  it("every test in git is in the list of the test runner, and none is skipped", () => {
    const include = config.test!.include!;
    expect(include).toEqual(["{packages,apps,tooling}/*/{src,test}/**/*.test.ts", "tooling/*/*.test.ts"]);
    // Those of the examples are run by the rehearsal, where they are installed.
    const tests = files.filter((path) => path.endsWith(".test.ts") && !path.startsWith("examples/"));
    const listed = /^(?:packages|apps|tooling)\/[^/]+\/(?:src|test)\/.*\.test\.ts$|^tooling\/[^/]+\/[^/]+\.test\.ts$/;
    expect(tests.filter((path) => !listed.test(path))).toEqual([]);
    for (const path of tests)
      expect([path, /\b(?:it|describe|test)\.(?:skip|only|todo|fails)\b/.exec(read(path))?.[0]]).toEqual([
        path,
        undefined,
      ]);
  });

  it("transcripts in the repository are the project's own, and small", () => {
    const transcripts = files.filter((path) => path.endsWith(".jsonl"));
    expect(transcripts.filter((path) => !path.startsWith("tooling/fixtures/"))).toEqual([]);
    for (const path of transcripts) expect([path, read(path).length < 400_000]).toEqual([path, true]);
  });

  it("packages agree on licence, engine and repository", () => {
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

  it("the page of every rule says what its comment says: `pnpm rules` writes them", () => {
    expect(stale()).toEqual([]);
  });

  it("the script and style in a page are made of their sources: `pnpm page` writes them", () => {
    expect(stalePage()).toEqual([]);
  });

  it("every rule of the reading wing, and every message, has a page", () => {
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

  it("D002: the glossary defines the words that the documents use", () => {
    const glossary = read("docs/glossary.md").toLowerCase();
    const words = [
      "session header",
      "dag-line",
      "junction point",
      "trunk",
      "branch pseudo-session",
      "structural",
      "passthrough",
      "phantom",
      "leaf",
      "rewind",
      "compaction boundary",
      "sidechain",
      "copy",
      "orphan",
    ];
    expect(words.filter((word) => !glossary.includes(word))).toEqual([]);
  });
});
