import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { top } from "../setup/install.mjs";
import { assertRoom, kinds, type Plan, planOf } from "./plan.mjs";

const read = (path: string) => (existsSync(join(top, path)) ? readFileSync(join(top, path), "utf8") : undefined);
/** The project after some plans. */
const after =
  (...plans: readonly Plan[]) =>
  (path: string) =>
    [...plans]
      .reverse()
      .find(({ texts }) => texts.has(path))
      ?.texts.get(path) ?? read(path);

const packageOf = (folder: string, ...sources: string[]) =>
  ["package.json", "tsconfig.json", "tsconfig.tests.json", "README.md", "src/index.ts", ...sources].map(
    (name) => `${folder}/${name}`,
  );
const registers = ["tsconfig.json", "tooling/repo-checks/repository.test.ts"];

/** For each kind: what is written, what is changed, and what is generated. */
const table: ReadonlyArray<readonly [kind: string, created: string[], changed: string[], generators: string[]]> = [
  [
    "rule",
    ["packages/core/src/thread/fork/odd-knot.ts", ".changeset/rule-odd-knot.md"],
    ["packages/core/src/thread/fork/index.ts", "tooling/repo-checks/rules-list.mjs"],
    ["rules", "verdicts"],
  ],
  [
    "tool",
    ["packages/mdast/src/tool/odd-knot.ts", "packages/mdast/test/tool-odd-knot.test.ts", ".changeset/tool-odd-knot.md"],
    ["packages/mdast/src/tool/index.ts"],
    [],
  ],
  [
    "command",
    ["apps/cli/src/command/odd-knot.ts", "apps/cli/test/odd-knot.test.ts", ".changeset/command-odd-knot.md"],
    ["docs/guides/which-command.md"],
    ["commands", "options"],
  ],
  [
    "source",
    [
      ...packageOf(
        "packages/source-odd-knot",
        "src/source-odd-knot.ts",
        "src/odd-knot.ts",
        "src/odd-knot-files.ts",
        "test/odd-knot.test.ts",
      ),
      ".changeset/source-odd-knot.md",
    ],
    [...registers, "tooling/readme/package.json", "docs/architecture.md"],
    ["install", "packages", "api"],
  ],
  [
    "format",
    [
      ...packageOf("packages/render-odd-knot", "src/render-odd-knot.ts", "src/to-odd-knot.ts", "test/odd-knot.test.ts"),
      ".changeset/format-odd-knot.md",
    ],
    [
      ...registers,
      "tooling/readme/package.json",
      "packages/pipeline/src/formats.ts",
      "packages/pipeline/package.json",
      "packages/pipeline/tsconfig.json",
    ],
    ["install", "packages", "options", "dependencies", "api"],
  ],
];

describe.each(table)("pnpm new %s", (kind, created, changed, generators) => {
  const plan = planOf([kind, "odd-knot"], read);

  it("plans file, test, page and registration", () => {
    expect([plan.created, plan.changed, plan.generators]).toEqual([created, changed, generators]);
    expect(plan.todo.length).toBeGreaterThan(1);
    expect(read(plan.guide.replace(/ .*/, ""))).toBeDefined();
  });

  it("fills every template", () => {
    for (const path of plan.created) {
      expect([path, plan.texts.get(path)]).toEqual([path, expect.not.stringMatching(/\{\{\w/)]);
      expect(plan.texts.get(path)!.endsWith("\n")).toBe(true);
    }
  });

  it("keeps every line of what it changes, in its order", () => {
    for (const path of plan.changed.filter((one) => !one.endsWith(".json"))) {
      const now = plan.texts.get(path)!.split("\n");
      let at = 0;
      for (const line of read(path)!.split("\n")) {
        at = now.findIndex((one, index) => index >= at && isAsBefore(line, one)) + 1;
        expect([path, line, at > 0]).toEqual([path, line, true]);
      }
    }
  });

  it("can come again with another name, and not with the same", () => {
    const second = planOf([kind, "second"], after(plan));
    expect(second.changed).toEqual(changed);
    for (const path of changed) expect(second.texts.get(path)).toMatch(/odd-?knot/i);
    expect(() => planOf([kind, "odd-knot"], after(plan))).toThrow("exists already");
    expect(() => planOf([kind, "odd-knot"], after(plan, second))).toThrow("exists already");
  });

  it.each(changed)("gives up if %s is not as expected", (path) => {
    const other = (one: string) => (one === path ? (path.endsWith(".json") ? "{}" : "nothing\n") : read(one));
    expect(() => planOf([kind, "odd-knot"], other)).toThrow(`in \`${path}\` once`);
    const gone = (one: string) => (one === path ? undefined : read(one));
    expect(() => planOf([kind, "odd-knot"], gone)).toThrow(`in \`${path}\` once`);
  });

  it.each([
    ["OddKnot", "expected kebab case"],
    ["odd_knot", "expected kebab case"],
    ["odd--knot", "expected kebab case"],
    ["-odd", "expected kebab case"],
    ["1st", "expected kebab case"],
    ["../odd", "expected kebab case"],
    ["", "expected kebab case"],
    // words: allow tell, told
    ["told", "expected render, show, write"],
  ])("refuses the name %j", (name, reason) => {
    expect(() => planOf([kind, name], read)).toThrow(reason);
  });
});

/** A line of a document may have words added to it. */
function isAsBefore(before: string, now: string): boolean {
  const words = now.split(" ");
  return before === now || (before.length > 80 && before.split(" ").every((word) => words.includes(word)));
}

describe("pnpm new", () => {
  it.each<[string[], string]>([
    [[], "Unexpected call without a kind, expected `pnpm new rule|tool|command|source|format <name>`"],
    [["view", "odd"], "Unexpected kind `view`, expected `pnpm new rule|tool|command|source|format <name>`"],
    [["toString", "odd"], "Unexpected kind `toString`"],
    [["rule"], "Unexpected call without a name, expected `pnpm new"],
    [["rule", "odd", "knot"], "Unexpected `knot` after the name, expected `pnpm new"],
    [["rule", "dead-end-call"], "which exists already: `packages/core/src/thread/fork/dead-end-call.ts`"],
    [["rule", "orphan-root"], "which exists already: `tooling/repo-checks/rules-list.mjs`"],
    [["rule", "fake-fork"], "which exists already: `tooling/repo-checks/rules-list.mjs`"],
    [["rule", "fork-rules"], "`forkRules` is something else in `packages/core/src/thread/fork/index.ts`"],
    [["rule", "children"], "`children` is something else in `packages/core/src/thread/fork/children.ts`"],
    [["rule", "switch"], "`switch` is a word of TypeScript"],
    [["tool", "web-fetch"], "which exists already: `packages/mdast/src/tool/index.ts`"],
    [["tool", "of-file"], "which exists already: `packages/mdast/src/tool/of-file.ts`"],
    [["tool", "text"], "`text` is something else in `packages/mdast/src/tool/text.ts`"],
    [["command", "tree"], "which exists already: `apps/cli/src/command/tree.ts`"],
    [["command", "store"], "which exists already: `apps/cli/"],
    [["source", "pi"], "which exists already: `packages/source-pi/package.json`"],
    [
      ["source", "parse-records"],
      "`parseRecords` is something else in `packages/source-parse-records/src/parse-records.ts`",
    ],
    [["format", "json"], "which exists already: `packages/render-json/package.json`"],
    [["format", "mermaid"], "which exists already: `packages/pipeline/src/formats.ts`"],
  ])("refuses %j", (args, reason) => {
    expect(() => planOf(args, read)).toThrow(reason);
  });

  it("knows five kinds", () => {
    expect(Object.keys(kinds)).toEqual(table.map(([kind]) => kind));
  });

  it("refuses what would make a code file too long", () => {
    const texts = (path: string, lines: number) => ({ texts: new Map([[path, "// a line\n".repeat(lines)]]) });
    const path = "apps/cli/src/command-table.ts";
    expect(() => assertRoom(texts(path, 301))).toThrow(`\`${path}\` would have 301 lines, and 300 are the most`);
    for (const [name, lines] of [
      ["a.ts", 300],
      ["a.test.ts", 301],
      ["a.md", 301],
    ] as const)
      expect(() => assertRoom(texts(name, lines))).not.toThrow();
  });
});
