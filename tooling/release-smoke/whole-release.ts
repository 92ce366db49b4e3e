// A release as it will be: versions, packages, the steps of the workflow that publish them, into a registry on this machine; then
// each package installed alone with each package manager, and the programs and commands of all READMEs run with what was published.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { blocksOf, plain, printedBy, programsOf, whyNotRun } from "../readme/blocks.mjs";
import { commandsIn } from "../readme/commands.ts";
import { folderFor, wordsIn } from "../readme/test/sandbox.ts";
import { published } from "../setup/pack.mjs";
import { imageOf, servicesOf, startDatabase } from "./image.ts";
import { managers, toolsFor } from "./managers.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { copyWithVersions } from "./release.ts";
import { put, run, tryRun } from "./run.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ccdag-release-"));
let registry: Registry;
let upstream: string;
const names = published()
  .map(({ name }) => name)
  .sort();

beforeAll(async () => {
  upstream = (await run(top, "pnpm", "config", "get", "registry")).trim();
  registry = await startRegistry(upstream);
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The command of a step in the workflow that releases. */
function stepOf(job: string, part: string): string {
  const workflow = parse(readFileSync(join(top, ".github/workflows/release.yml"), "utf8")) as {
    jobs: Record<string, { steps: Array<{ run?: string }> }>;
  };
  const found = workflow.jobs[job]?.steps.flatMap(({ run: command }) => (command?.includes(part) ? command : []));
  if (found?.[0] === undefined) throw new TypeError(`Unexpected job ${job} without ${part}`);
  return found[0];
}

const settings = () => `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=none\n`;

describe("the release", () => {
  it(`publishes ${names.length} packages in the order in which they can be installed, all 0.1.0`, async () => {
    const project = await copyWithVersions(folder);
    put(project, ".npmrc", settings());
    await run(project, process.execPath, "tooling/setup/pack.mjs", join(folder, "published/release"));
    put(folder, "published/.npmrc", settings());
    // The origin of a package is proved to npm alone, by a job that has an identity.
    const publish = stepOf("publish", "npm publish").replace(" --provenance", "");
    await run(join(folder, "published"), "bash", "-euc", publish);
    const order = registry.list().map(({ manifest }) => manifest.name);
    expect([...order].sort()).toEqual(names);
    for (const [at, { manifest }] of registry.list().entries()) {
      expect([manifest.name, manifest.version]).toEqual([manifest.name, "0.1.0"]);
      const needed = Object.keys({ ...Object(manifest["dependencies"]), ...Object(manifest["peerDependencies"]) });
      const later = needed.filter((name) => names.includes(name) && order.indexOf(name) > at);
      expect([manifest.name, later]).toEqual([manifest.name, []]);
    }
    // A job that is run again continues where it stopped: nothing is sent twice.
    await run(join(folder, "published"), "bash", "-euc", publish);
  });
});

describe("each package alone", () => {
  it.each(managers)("is installed with $name, and imported", async ({ name: manager, add, files }) => {
    const tools = await toolsFor(folder, upstream);
    const failures: string[] = [];
    for (const name of names) {
      const home = join(folder, "alone", manager, name.replace("/", "-"));
      put(home, "package.json", JSON.stringify({ name: "alone", private: true, type: "module" }));
      for (const [path, text] of Object.entries(files(registry.url))) put(home, path, text);
      const { code, stdout, stderr } = await tryRun(home, ...add(tools, name, registry.url));
      if (code !== 0) failures.push(`${name}: ${stdout.slice(-500)}${stderr.slice(-500)}`);
      // The kit is imported by tests; its own are run with it.
      else if (name !== "@ccdag/testkit") {
        const script = `await import(${JSON.stringify(name)})`;
        const imported = await tryRun(home, process.execPath, "--input-type=module", "-e", script);
        if (imported.code !== 0) failures.push(`${name}: ${imported.stderr}`);
      }
      rmSync(home, { recursive: true, force: true });
    }
    expect(failures).toEqual([]);
  });
});

const compilerOptions = {
  rootDir: "programs",
  outDir: "out",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "nodenext",
  target: "es2023",
  strict: true,
  types: ["node"],
};

/** What programs of READMEs use beside the packages. */
const others =
  "typescript @types/node@24 vitest unified vfile remark-parse remark-stringify temml @langchain/langgraph";

describe("READMEs, with what was published", () => {
  const blocks = blocksOf((path) => /^(?:README\.md$|packages\/|apps\/)/.test(path));
  const home = join(folder, "readmes");
  const user = join(home, "home");

  beforeAll(async () => {
    put(home, "package.json", JSON.stringify({ name: "readmes", private: true, type: "module" }));
    put(home, ".npmrc", settings());
    await run(home, "npm", "install", "--no-audit", "--no-fund", ...names, ...others.split(" "));
    cpSync(join(top, "tooling/fixtures/sample/-home-ada-weather"), join(user, ".claude/projects/-home-me-app"), {
      recursive: true,
    });
    cpSync(join(top, "tooling/fixtures"), join(home, "tooling/fixtures"), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  });

  it("programs compile under strict, and print what they say", async () => {
    const programs = programsOf(blocks).map((program) => ({ program, name: program.at.replace(/[^\w]+/g, "-") }));
    for (const { program, name } of programs) {
      const code = program.code.replaceAll("/home/me/.claude", join(user, ".claude"));
      put(home, `programs/${name}.ts`, `${code}\nexport {};\n`);
    }
    put(home, "tsconfig.json", JSON.stringify({ compilerOptions, include: ["programs"] }));
    const compiled = await tryRun(home, process.execPath, "node_modules/typescript/bin/tsc", "-p", ".");
    expect(compiled.stdout).toBe("");
    const wrong: string[] = [];
    for (const { program, name } of programs) {
      if (whyNotRun(program) !== undefined) continue;
      const { stdout } = await start(
        [join(home, "out", `${name}.js`), join(user, ".claude/projects/-home-me-app")],
        home,
      );
      for (const words of printedBy(program))
        if (!plain(stdout).includes(plain(words)))
          wrong.push(`${program.at}: ${words} is not in ${stdout.slice(0, 500)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("commands end well, and print what is below them", async () => {
    const commands = blocks.filter(({ language }) => language === "sh" || language === "console").flatMap(commandsIn);
    const wrong: string[] = [];
    for (const { kind, words, input, output, at, line } of commands) {
      if (kind !== "ccdag") continue;
      const cwd = folderFor(words, user, home);
      const stdin = input === undefined ? "" : readFileSync(join(cwd, input), "utf8");
      const { code, stdout, stderr } = await start(
        [join(home, "node_modules/ccdag/bin.js"), ...wordsIn(words, user)],
        cwd,
        stdin,
      );
      const printed = (stdout + stderr).replaceAll(cwd, "/home/ada/weather");
      if (output === "" ? code !== 0 : !printed.includes(output))
        wrong.push(`${at} ${line}: ${code} ${printed.slice(0, 500)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the image and its services", () => {
  it("are installed from what was published; a worker does what the server's store is asked for", async ({ skip }) => {
    const database = await startDatabase();
    onTestFinished(database.stop);
    const data = database.data ?? skip("there is no PostgreSQL on this machine");
    const image = await imageOf(top, join(folder, "image"), registry.url, data);
    expect(await image.run("--version")).toBe("0.1.0\n");
    const token = (await image.run("store", "token", "app")).trim();
    const { store, worker } = servicesOf(top);
    const server = image.start(...store, "--port", "0");
    const workers = image.start(...worker);
    onTestFinished(() => [server, workers].forEach((one) => one.stop()));
    const address = await vi.waitUntil(() => /http:\S+/.exec(server.printed())?.[0], 60_000);
    const url = address.replace("0.0.0.0", "127.0.0.1");
    expect((await fetch(new URL("/readyz", url))).status).toBe(200);
    const create = (headers: Record<string, string>) =>
      fetch(new URL("/api/v1/session", url), { method: "POST", headers });
    expect((await create({})).status).toBe(401);
    expect((await create({ authorization: `Bearer ${token}` })).status).toBe(201);
    await image.run("store", "import", join(top, "tooling/fixtures/sample/-home-ada-weather"), "--workers");
    expect(await image.run("ls", "--store", data)).toContain("Straight columns");
  });
});

/** Run a program of Node in the home of the documents; one that serves is stopped after a moment. */
async function start(argv: readonly string[], cwd: string, stdin = "") {
  const user = join(folder, "readmes/home");
  const env = { ...process.env, HOME: user, CLAUDE_CONFIG_DIR: join(user, ".claude"), NODE_OPTIONS: "" };
  return new Promise<{ code: number | undefined; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, argv, { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(stdin);
    // What serves or follows ends as by Ctrl+C.
    setTimeout(() => child.kill("SIGINT"), 20_000).unref();
  });
}
