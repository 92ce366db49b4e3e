import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { format, promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { run } from "ccdag";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { blocks, type Program, programs, textOf } from "./blocks.ts";
import { commandsIn } from "./commands.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const top = resolve(here, "../..");
const out = join(here, "out");
/** A home directory with the transcripts that the documents name. */
const home = join(out, "home");
const project = join(home, ".claude/projects/-home-me-app");
const ours = new Set(
  ["README.md", ...blocks.map(({ path }) => path)].filter((path) =>
    /^(?:packages|apps)\/[\w-]+\/README\.md$/.test(path),
  ),
);

const nameOf = ({ at }: Program) => `${at.replace(/[^\w]+/g, "-")}.ts`;
const inHome = (text: string) => text.replaceAll("/home/me/.claude", join(home, ".claude"));

beforeAll(() => {
  rmSync(out, { recursive: true, force: true });
  cpSync(join(top, "tooling/fixtures/sample/-home-ada-weather"), project, { recursive: true });
  for (const program of programs) {
    mkdirSync(join(out, "programs"), { recursive: true });
    writeFileSync(join(out, "programs", nameOf(program)), `${inHome(program.code)}\nexport {};\n`);
  }
});

describe("TypeScript in the documents", () => {
  it("compiles under strict", async () => {
    const tsc = join(top, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", here]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe("");
  });

  it.each(programs.map((program) => [program.at, program] as const))(
    "%s runs, and prints what it says",
    async (_, program) => {
      const why = whyNotRun(program);
      if (why !== undefined) {
        console.log(`${program.at} is compiled only: ${why}`);
        return;
      }
      const printed: string[] = [];
      const log = vi
        .spyOn(console, "log")
        .mockImplementation((...words: unknown[]) => void printed.push(format(...words)));
      const error = vi.spyOn(console, "error").mockImplementation(() => {});
      const { argv } = process;
      const cwd = process.cwd();
      process.argv = ["node", "program", project];
      vi.stubEnv("HOME", home);
      process.chdir(out);
      onTestFinished(() => {
        process.argv = argv;
        process.chdir(cwd);
        vi.unstubAllEnvs();
        log.mockRestore();
        error.mockRestore();
      });
      await import(/* @vite-ignore */ join(out, "programs", nameOf(program)));
      const expected = [...program.code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, words]) => words!);
      for (const words of expected) expect(printed.map(plain)).toContainEqual(expect.stringContaining(plain(words)));
    },
  );
});

/** Why a program is compiled, but not run. */
function whyNotRun({ code }: Program): string | undefined {
  if (code.includes("conformance(")) return "it is a test itself, run by those of the kit";
  if (code.includes("/browser")) return "it needs a page; the browser tests mount one";
  return undefined;
}

/** Printed text without its layout. */
function plain(words: string): string {
  return words.replace(/["'`\s]|…$/g, "").replace(/….*$/, "");
}

describe("commands in the documents", () => {
  const commands = blocks.filter(({ language }) => language === "sh" || language === "console").flatMap(commandsIn);

  it("are all of a kind that is tried here, or where the examples are installed", () => {
    expect(commands.filter(({ kind }) => kind === undefined).map(({ at, line }) => `${at} ${line}`)).toEqual([]);
  });

  it.each(
    commands
      .filter(({ kind, path }) => kind === "ccdag" && !path.startsWith("examples/"))
      .map((command) => [command.line, command] as const),
  )("%s", async (_, { words, input, output }) => {
    mkdirSync(join(home, "app"), { recursive: true });
    layOut(join(home, "app"));
    // The samples are in the repository.
    const cwd = words.some((word) => word.startsWith("tooling/")) ? top : join(home, "app");
    let stdout = "";
    let stderr = "";
    const code = await run(
      words.map((word) => word.replace(/^~/, home)).filter((word) => word !== "--open"),
      {
        stdin: (async function* () {
          if (input !== undefined) yield readFileSync(join(cwd, input));
        })(),
        stdout: async (text) => void (stdout += text),
        stderr: (text) => void (stderr += text),
        cwd,
        env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") },
        isTerminal: false,
        stop: Promise.resolve(),
      },
    );
    const printed = (stdout + stderr).replaceAll(cwd, "/home/ada/weather");
    if (output === "") expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
    else expect(printed).toContain(output);
  });

  it("install packages that there are", () => {
    const manifests = [...ours].map((path) => join(top, dirname(path), "package.json"));
    const known = new Set(manifests.map((path) => (JSON.parse(readFileSync(path, "utf8")) as { name: string }).name));
    const others = new Set(["vitest"]);
    for (const { kind, words, path } of commands.filter(({ kind: one }) => one === "install"))
      expect([
        path,
        kind,
        words.filter(
          (word) => !word.startsWith("-") && !known.has(word) && !others.has(word) && !word.startsWith("ccdag-"),
        ),
      ]).toEqual([path, kind, []]);
  });

  it("run scripts that there are", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    for (const { words, at } of commands.filter(({ kind }) => kind === "script"))
      expect([at, words[0]]).toEqual([at, expect.toBeOneOf(Object.keys(scripts))]);
  });
});

/** Write the transcripts that the commands name, with the ids of the documents. */
function layOut(cwd: string): void {
  const record = (uuid: string, parentUuid: string | null, text: string) =>
    `${JSON.stringify({ type: "user", uuid, parentUuid, timestamp: "2026-03-14T13:00:00.000Z", message: { role: "user", content: text } })}\n`;
  const talk = record("7fd1a7a9-53f1-4e15-8226-84da02b81c43", null, "Shall we?");
  const folder = join(home, ".claude/projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "39a32479-0c57-4b2e-9f36-5d6b1c1f2a10.jsonl"), talk);
  writeFileSync(join(cwd, "session.jsonl"), talk);
  const pi = join(home, ".pi/agent/sessions/--home-me-app--");
  mkdirSync(pi, { recursive: true });
  const head = { type: "session", version: 3, id: "s", timestamp: "2026-03-14T13:00:00.000Z", cwd: "/home/me/app" };
  const said = {
    type: "message",
    id: "a1b2c3d4",
    parentId: null,
    timestamp: head.timestamp,
    message: { role: "user", content: "Hello?" },
  };
  writeFileSync(join(pi, "s.jsonl"), `${JSON.stringify(head)}\n${JSON.stringify(said)}\n`);
}

describe("data in the documents", () => {
  const schemaOf = (path: string) => new Ajv2020({ strict: false }).compile(JSON.parse(textOf(path)) as object);
  const isConfig = schemaOf("apps/cli/config.schema.json");
  const isEnvelope = schemaOf("packages/ccast/schema.json");

  it.each(blocks.filter(({ language }) => language === "json").map((block) => [block.at, block] as const))(
    "%s is valid",
    (_, { code }) => {
      const value = JSON.parse(code) as object;
      expect(value).toBeTypeOf("object");
      if ("plugins" in value || "settings" in value) expect([isConfig(value), isConfig.errors]).toEqual([true, null]);
      if ("tree" in value) expect([isEnvelope(value), isEnvelope.errors]).toEqual([true, null]);
    },
  );

  it.each(blocks.filter(({ language }) => language === "yaml").map((block) => [block.at, block] as const))(
    "%s is YAML",
    (_, { code }) => {
      expect(parse(code)).toBeTypeOf("object");
    },
  );
});

describe("blocks", () => {
  it("are code that is tried here, drawings that are tests, or texts", () => {
    const known = new Set(["ts", "sh", "console", "json", "yaml", "shape", "threads", "flow", "text", ""]);
    // Scripts of recipes, questions in SQL, Python, and pages that embed a session have tests of their own.
    const elsewhere = new Set([
      "docs/guides/embed.md html",
      "docs/guides/embed.md js",
      "docs/guides/recipes.md bash",
      "docs/guides/tables.md sql",
      "clients/python/README.md python",
    ]);
    const isTried = ({ language, path }: (typeof blocks)[number]) =>
      known.has(language) || elsewhere.has(`${path} ${language}`);
    expect(blocks.filter((block) => !isTried(block)).map(({ at, language }) => `${at} ${language}`)).toEqual([]);
  });
});

describe("READMEs of what is published", () => {
  const isPrivate = (path: string) => textOf(path.replace("README.md", "package.json")).includes('"private": true');
  const order = ["When should I use this?", "Install", "Use", "API", "Compatibility", "Security"];

  it.each([...ours].filter((path) => path.endsWith("README.md") && !isPrivate(path)))(
    "%s is in the order that all are in, and has a program that is run",
    (path) => {
      const sections = [...textOf(path).matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
      const known = sections.filter((title) => order.includes(title));
      expect(known).toEqual(order.filter((title) => known.includes(title)));
      expect(order.filter((title) => title !== "Security" && !known.includes(title))).toEqual([]);
      expect(
        blocks.filter((block) => block.path === path && block.section === "Use").map(({ language }) => language),
      ).toContainEqual(expect.stringMatching(/^(?:ts|sh)$/));
    },
  );
});
