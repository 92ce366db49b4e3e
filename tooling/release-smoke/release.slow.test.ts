import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Registry, startRegistry } from "./registry.ts";
import { pack, type Packed, release } from "./release.ts";
import { put, run, tryRun } from "./run.ts";
import { bytesBelow, contentsOf, kilobytes, manifestsBelow, talk } from "./things.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ccdag-release-"));
/** A project with nothing but the published packages. */
const empty = join(folder, "empty");
let registry: Registry;
let packed: Packed[] = [];

/** Entries that need Node, and why. */
const needsNode: Readonly<Record<string, string>> = {
  "@ccdag/clients": "reads folders",
  "@ccdag/config": "looks for configs",
  "@ccdag/conformance": "runs commands",
  "@ccdag/files": "reads folders",
  "@ccdag/files/calls": "reads files",
  "@ccdag/files/clients": "arranges files",
  "@ccdag/files/find": "lists folders",
  "@ccdag/files/tail": "reads files",
  "@ccdag/files/watch": "watches folders",
  "@ccdag/keep": "writes files",
  "@ccdag/keep/write": "writes files",
  "@ccdag/library": "reads folders",
  "@ccdag/library/roots": "asks where the client is",
  "@ccdag/library/status": "reads files",
  "@ccdag/mcp": "reads folders",
  "@ccdag/redact/secretlint": "secretlint reads its rules from Node",
  "@ccdag/server": "listens",
  "@ccdag/site": "writes folders",
  "@ccdag/site/folder": "writes folders",
  "@ccdag/site/live": "reads folders",
  ...Object.fromEntries(
    ["codex", "copilot", "gemini", "opencode", "pi"].map((name) => [`@ccdag/source-${name}`, "reads files"]),
  ),
  "@ccdag/sqlite": "reads files",
  "create-ccdag-plugin": "writes folders",
  "remark-ccdag": "reads folders",
  "remark-ccdag/vite": "reads folders",
  "@ccdag/store": "opens a database",
  "@ccdag/testkit": "tests run in vitest",
  "@ccdag/testkit/shape": "is bundled where the kit is installed",
  ccdag: "is the command line",
};

/** Entries that need an optional peer, and its name. */
const needsPeer: Readonly<Record<string, string>> = { "@ccdag/render-html/math": "temml" };

const install = (...names: string[]) => run(empty, "npm", "install", "--no-audit", "--no-fund", ...names);

/** What npm made of the command line; npx starts the same, after it has started itself. */
const installed = (...args: string[]) => run(empty, join(empty, "node_modules/.bin/ccdag"), ...args);

/** An entry bundled for a browser, with its imports. */
async function bundle(entry: string): Promise<Uint8Array> {
  const contents = `import * as all from ${JSON.stringify(entry)}; globalThis.all = all`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: empty },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]!.contents;
}

/** The import paths of a package. */
function entriesOf({ manifest }: Packed): string[] {
  return Object.keys(manifest["exports"] as object)
    .filter((path) => !/\.(?:json|yaml)$/.test(path))
    .map((path) => join(manifest.name, path));
}

beforeAll(async () => {
  registry = await startRegistry((await run(top, "pnpm", "config", "get", "registry")).trim());
  packed = await release(folder);
  for (const one of packed) registry.publish(one);
  put(empty, "package.json", JSON.stringify({ name: "empty", private: true, type: "module" }));
  put(empty, ".npmrc", `registry=${registry.url}\ncache=${join(folder, "cache")}\nreplace-registry-host=always\n`);
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a release", () => {
  it("gives each package a version of its own, and says in its log what has changed", () => {
    for (const { manifest, changelog } of packed) {
      expect([manifest.name, manifest.version]).not.toEqual([manifest.name, "0.0.0"]);
      expect(changelog).toContain(`## ${manifest.version}`);
      expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/);
    }
  });

  it("packs only what a package needs: what was built, its sources, licence and README", () => {
    const extra =
      /^(?:bin\.js|NOTICE|THIRD-PARTY-LICENSES|(?:config\.)?schema\.json|(?:jsonl|messages)\.schema\.json|schema\/[\w-]+\.json|data\/scenarios\.jsonl\.gz|examples\/adapter\.py|openapi\.yaml|templates\/\w+\/[\w.]+\.txt)$/;
    for (const { manifest, files, folder: from } of packed) {
      const odd = files.filter(
        (file) =>
          !/^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(?:c?js|d\.ts)(?:\.map)?|src\/.+\.(?:ts|css|sql))$/.test(
            file,
          ) && !extra.test(file),
      );
      expect([manifest.name, odd]).toEqual([manifest.name, []]);
      expect([manifest.name, files]).toEqual([
        manifest.name,
        expect.arrayContaining(["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts"]),
      ]);
      expect([manifest.name, files.filter((file) => file.includes(".test."))]).toEqual([manifest.name, []]);
      const stale = files.filter(
        (file) =>
          // The command line is a bundle.
          manifest.name !== "ccdag" &&
          file.startsWith("dist/") &&
          file.endsWith(".js") &&
          !existsSync(join(top, from, file.replace(/^dist/, "src").replace(/\.js$/, ".ts"))),
      );
      expect([manifest.name, stale]).toEqual([manifest.name, []]);
    }
  });

  it("installs where nothing else is", async () => {
    await install(...packed.map(({ manifest }) => manifest.name).filter((name) => name !== "@ccdag/testkit"));
    const versionOf = (name: string) =>
      (JSON.parse(readFileSync(join(empty, "node_modules", name, "package.json"), "utf8")) as { version: string })
        .version;
    const rows = packed.map(({ manifest }) => manifest).filter(({ name }) => name !== "@ccdag/testkit");
    expect(rows.map(({ name }) => [name, versionOf(name)])).toEqual(rows.map(({ name, version }) => [name, version]));
  });

  it("brings nothing whose licence takes something away", () => {
    const free =
      /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|PSF-2\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|Python-2\.0|Artistic-2\.0)(?: OR .*)?\)?$/;
    const odd = manifestsBelow(join(empty, "node_modules")).filter(({ license }) => !free.test(String(license)));
    expect(odd.map(({ name, license }) => `${name}: ${String(license)}`)).toEqual([]);
    const [html] = packed.filter(({ manifest }) => manifest.name === "@ccdag/render-html");
    expect(readFileSync(join(empty, "node_modules/@ccdag/render-html/NOTICE"), "utf8")).toContain("morphdom");
    expect(html!.files).toContain("NOTICE");
  });
});

describe("the command line alone", () => {
  const alone = join(folder, "alone");
  const program = join(alone, "node_modules/ccdag/bin.js");
  const ccdag = (...args: string[]) => run(alone, process.execPath, program, ...args);
  // Sessions of whoever runs this are neither read nor kept.
  beforeAll(() => void vi.stubEnv("CLAUDE_CONFIG_DIR", join(alone, "client")));
  afterAll(() => void vi.unstubAllEnvs());

  it("is installed with fewer than 60 packages and 15 MB", async () => {
    put(alone, "package.json", JSON.stringify({ name: "alone", private: true, type: "module" }));
    cpSync(join(empty, ".npmrc"), join(alone, ".npmrc"));
    await run(alone, "npm", "install", "--no-audit", "--no-fund", "ccdag");
    const found = manifestsBelow(join(alone, "node_modules"));
    const bytes = bytesBelow(join(alone, "node_modules"));
    console.log(`ccdag alone: ${found.length} packages, ${kilobytes(bytes)}`);
    // Its types are those of the tree, to which a program may add.
    expect(found.map(({ name }) => name).filter((name) => name.startsWith("@ccdag/"))).toEqual(["@ccdag/ccast"]);
    expect(found.length).toBeLessThan(60);
    expect(bytes).toBeLessThan(15_000_000);
    // It does not hold the path of where it was built.
    const code = contentsOf(join(alone, "node_modules/ccdag/dist"), ".js");
    expect(code.length).toBeGreaterThan(50);
    expect(code.filter(([, text]) => text.includes(folder)).map(([name]) => name)).toEqual([]);
  });

  it("does what needs a library, a thread or a file of its own", async () => {
    cpSync(join(top, "tooling/fixtures/sample"), join(alone, "sample"), { recursive: true });
    expect((await ccdag("--version")).trim()).toBe(packed[0]!.manifest.version);
    for (const format of ["markdown", "html", "json", "messages", "obsidian", "llm", "mermaid", "dot"])
      expect((await ccdag("export", "sample", "--to", format)).length).toBeGreaterThan(500);
    expect(await ccdag("export", "sample", "--to", "html", "--highlight", "full")).toContain("hljs-");
    const one = await ccdag("export", "sample", "--to", "json", "-o", "one/", "--jobs", "1", "--no-cache");
    await ccdag("export", "sample", "--to", "json", "-o", "four/", "--jobs", "4", "--no-cache");
    expect(one).toBe("");
    expect(contentsOf(join(alone, "four"), ".json")).toEqual(contentsOf(join(alone, "one"), ".json"));
    await ccdag("site", "sample", "-o", "site");
    expect(readdirSync(join(alone, "site"))).toEqual(expect.arrayContaining(["index.html", "search"]));
    expect(await ccdag("ls", "--root", "sample", "--csv")).toContain("642fe51e");
    expect(await ccdag("completion", "bash")).toContain("_ccdag()");
    expect(await ccdag("complete", "exp")).toContain("export");
    const picked = await tryRun(alone, process.execPath, program, "pick");
    expect([picked.code, picked.stderr]).toEqual([2, expect.stringMatching(/terminal/)]);
  });

  it("hides secrets, for which it loads the rules of secretlint", async () => {
    const secret = `ghp_${"a1B2c3".repeat(6)}`;
    put(alone, "secret/s.jsonl", talk.replace("It is.", `It is: ${secret}`));
    const output = await ccdag("export", "secret", "--redact");
    expect(output).toContain("It is: ");
    expect(output).not.toContain(secret);
  });

  it("keeps transcripts, lists edits and writes tables", async () => {
    await ccdag("keep", "archive", "--root", "sample", "--compress", "gzip");
    expect(await ccdag("keep", "archive", "--check")).toContain("as kept, to the byte");
    expect(await ccdag("edits", "sample", "--root", "archive", "--csv")).toContain("src/table.ts");
    await ccdag("keep", "archive", "--hook");
    for (const format of ["csv", "parquet"]) await ccdag("export", "sample", "--to", format, "-o", `${format}/`);
    expect(readdirSync(join(alone, "parquet"))).toContain("usage.parquet");
    expect(readFileSync(join(alone, "csv/usage.csv"), "utf8")).toContain("claude-sonnet-4-5");
    await ccdag("export", "sample", "-o", "sessions.db");
    expect(readFileSync(join(alone, "sessions.db"), "latin1")).toMatch(/^SQLite format 3/);
  });

  it("answers a client of the Model Context Protocol", async () => {
    const server = spawn(process.execPath, [program, "mcp", "--root", "sample"], { cwd: alone });
    const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "smoke", version: "1" } };
    const call = { name: "search", arguments: { query: "emoji" } };
    const sent = [
      { id: 1, method: "initialize", params: client },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: call },
    ];
    server.stdin.end(sent.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join(""));
    let answers = "";
    for await (const text of server.stdout) answers += String(text);
    expect(answers).toContain(`"version":"${packed[0]!.manifest.version}"`);
    expect(answers).toContain("Straight columns");
  });

  it("serves pages", async () => {
    const served = spawn(process.execPath, [program, "serve", "sample", "--port", "0"], { cwd: alone });
    try {
      let printed = "";
      for await (const text of served.stderr) {
        printed += String(text);
        if (printed.includes("\n")) break;
      }
      const address = new URL(/http:\S+/.exec(printed)![0]);
      const { headers } = await fetch(address, { redirect: "manual" });
      const cookie = headers.getSetCookie()[0]!.split(";")[0]!;
      const shown = async () => (await fetch(address.origin, { headers: { cookie } })).text();
      // Sessions are listed at once, and read later.
      await expect.poll(shown, { timeout: 60_000 }).toContain("Straight columns");
    } finally {
      served.kill();
    }
  });

  it("has a store as soon as its package is installed beside it", async () => {
    const without = await tryRun(alone, process.execPath, program, "store", "token", "--data", "store");
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("npm install -g @ccdag/server")]);
    await run(alone, "npm", "install", "--no-audit", "--no-fund", "@ccdag/server");
    await ccdag("store", "import", "sample", "--data", "store");
    await ccdag("store", "export", "--data", "store", "-o", "stored/");
    await ccdag("export", "sample", "-o", "direct/");
    const written = (name: string) => readdirSync(join(alone, name), { recursive: true, encoding: "utf8" }).sort();
    expect(written("stored").length).toBeGreaterThan(2);
    expect(written("stored")).toEqual(written("direct"));
    expect(contentsOf(join(alone, "stored"), ".md")).toEqual(contentsOf(join(alone, "direct"), ".md"));
    const served = spawn(
      process.execPath,
      [program, "store", "serve", "--data", "store", "--port", "0", "--no-token"],
      {
        cwd: alone,
      },
    );
    try {
      let url = "";
      for await (const text of served.stdout) if ((url += String(text)).includes("\n")) break;
      const answer = (await (await fetch(`${url.trim()}/session`)).json()) as { data: { items: object[] } };
      expect(answer.data.items).toHaveLength(1);
      expect(await (await fetch(`${url.trim()}/openapi.json`)).json()).toMatchObject({ openapi: "3.1.0" });
    } finally {
      served.kill();
    }
    await run(alone, "npm", "uninstall", "--no-audit", "--no-fund", "@ccdag/server");
  });

  it("runs plugins and a config that use packages of this project and unified, which are installed beside it", async () => {
    await run(alone, "npm", "install", "--no-audit", "--no-fund", "@ccdag/ccast", "@ccdag/redact", "unified");
    put(
      alone,
      "shout.js",
      `import { is, walk } from "@ccdag/ccast";
import { unified } from "unified";
export default function () {
  unified().freeze();
  return (tree) => walk(tree, (node) => { if (is(node, "text")) node.value = node.value.toUpperCase(); });
}`,
    );
    put(
      alone,
      "ccdag.config.mjs",
      `import { defineConfig } from "ccdag";
import redact from "@ccdag/redact";
export default defineConfig({ plugins: ["./shout.js", redact], settings: { labels: { actors: { human: "Ada" } } } });`,
    );
    const output = await ccdag("export", "secret", "--detail", "talk");
    expect(output).toContain("Ada");
    expect(output).toMatch(/IS DB7\.PIER\.INTERNAL UP\?/);
  });

  it("has types with nothing beside it", async () => {
    await run(alone, "npm", "uninstall", "--no-audit", "--no-fund", "@ccdag/ccast", "@ccdag/redact", "unified");
    await run(alone, "npm", "install", "--no-audit", "--no-fund", "typescript@7", "@types/node@20");
    const settings = `settings: { to: "html", labels: { actors: { human: "Ada" } } }`;
    put(
      alone,
      "types/config.ts",
      `import { commands, defineConfig, type Config } from "ccdag";
export const config: Config = defineConfig({ plugins: ["detail", ["redact", {}]], ${settings} });
export const wrong: Config = { settings: { to: 7 } };
export const number: number = commands().length;`,
    );
    const options = { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: ["node"] };
    put(alone, "types/tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["config.ts"] }));
    const { stdout } = await tryRun(alone, process.execPath, "node_modules/typescript/bin/tsc", "-p", "types");
    expect(stdout.split("\n").filter((line) => line.includes("error TS"))).toEqual([
      expect.stringMatching(/config\.ts\(3,\d+\): error TS2322: Type 'number' is not assignable to type 'string'/),
    ]);
  });
});

describe("each package alone", () => {
  it("is imported without optional peers, but for the entries that are about one", async () => {
    // Packages of ours are installed already.
    const optional = packed
      .flatMap(({ manifest }) => Object.keys((manifest["peerDependenciesMeta"] as object | undefined) ?? {}))
      .filter((name) => packed.every(({ manifest }) => manifest.name !== name));
    expect(optional).toEqual(Object.values(needsPeer));
    for (const [entry, peer] of Object.entries(needsPeer)) {
      const script = `await import(${JSON.stringify(entry)})`;
      const { code, stderr } = await tryRun(empty, process.execPath, "--input-type=module", "-e", script);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`Cannot find package '${peer}'`)]);
    }
    await install(...optional);
  });

  it("is imported by Node 20, 22 and 24", async () => {
    const versions = ["20", "22", "24"];
    const name = `node-${process.platform}-${process.arch}`;
    const tools = join(folder, "nodes");
    put(tools, "package.json", JSON.stringify({ name: "nodes", private: true }));
    cpSync(join(empty, ".npmrc"), join(tools, ".npmrc"));
    const { code } = await tryRun(
      tools,
      "npm",
      "install",
      ...versions.map((version) => `node${version}@npm:${name}@${version}`),
    );
    const nodes =
      code === 0 ? versions.map((version) => join(tools, `node_modules/node${version}/bin/node`)) : [process.execPath];
    if (code !== 0) console.log(`only Node ${process.version} was tested: ${name} cannot be installed`);
    // In continuous integration all of them must be installed.
    if (process.platform === "linux") expect(nodes).toHaveLength(3);
    const entries = packed.filter(({ manifest }) => manifest.name !== "@ccdag/testkit").flatMap(entriesOf);
    const script = `for (const entry of ${JSON.stringify(entries)})
      await import(entry).then(
        (all) => Object.keys(all).length > 0 || console.log(entry + " is empty"),
        (error) => console.log(entry, error),
      )`;
    for (const node of nodes)
      expect([node, await tryRun(empty, node, "--input-type=module", "-e", script)]).toEqual([
        node,
        { code: 0, stdout: "", stderr: "" },
      ]);
  });

  it("writes under Bun and Deno what it writes under Node", async () => {
    const names = { bun: "@oven/bun-linux-x64", deno: "@deno/linux-x64-glibc" };
    const tools = join(folder, "runtimes");
    put(tools, "package.json", JSON.stringify({ name: "runtimes", private: true }));
    cpSync(join(empty, ".npmrc"), join(tools, ".npmrc"));
    const { code } = await tryRun(tools, "npm", "install", ...Object.values(names));
    if (code !== 0) {
      console.log(`Neither Bun nor Deno was tested: no package of them for ${process.platform}-${process.arch}`);
      // In continuous integration both must be installed.
      expect(`${process.platform}-${process.arch}`).not.toBe("linux-x64");
      return;
    }
    const runtimes = [
      [join(tools, "node_modules", names.bun, "bin/bun")],
      [join(tools, "node_modules", names.deno, "deno"), "run", "-A"],
    ] as const;
    const sample = join(top, "tooling/fixtures/sample");
    const program = join(empty, "node_modules/ccdag/bin.js");
    const jobs = [
      ["export", sample],
      ["export", sample, "--to", "html", "--redact"],
      ["ls", sample, "--csv"],
      ["check", sample],
      ["search", "padEnd", "--root", sample],
      ["usage", sample],
      ["export", sample, "--to", "parquet", "-o", "tables/"],
    ];
    for (const job of jobs) {
      const { stdout } = await tryRun(empty, process.execPath, program, ...job);
      for (const [runtime, ...flags] of runtimes)
        expect([runtime, job, (await tryRun(empty, runtime, ...flags, program, ...job)).stdout]).toEqual([
          runtime,
          job,
          stdout,
        ]);
    }
  });

  it("is bundled for a browser, but for those that need Node", async () => {
    const rows: string[] = [];
    for (const one of packed)
      for (const entry of entriesOf(one)) {
        const why = needsNode[entry];
        if (why !== undefined) {
          rows.push(`| ${entry} | – | ${why} |`);
          continue;
        }
        rows.push(`| ${entry} | ${kilobytes(gzipSync(await bundle(entry)).length)} | |`);
      }
    const sizes = packed.map(
      ({ manifest, tarball, files }) => `| ${manifest.name} | ${kilobytes(tarball.length)} | ${files.length} |`,
    );
    console.log(
      [
        "| package | packed | files |",
        "| - | - | - |",
        ...sizes,
        "",
        "| entry | browser, gzip | |",
        "| - | - | - |",
        ...rows,
      ].join("\n"),
    );
    // The recordings are the package; the command line holds all of its libraries.
    const larger: Readonly<Record<string, number>> = { "@ccdag/conformance": 3_000_000, ccdag: 1_500_000 };
    const large = packed.filter(({ manifest, tarball }) => tarball.length > (larger[manifest.name] ?? 600_000));
    expect(large.map(({ manifest }) => manifest.name)).toEqual([]);
  });

  it("has types that a strict consumer can use: TypeScript 5.9, 6 and 7, as Node and as bundlers resolve", async () => {
    await install("ts59@npm:typescript@~5.9.3", "ts6@npm:typescript@6", "ts7@npm:typescript@7", "@types/node@20");
    const entries = packed.filter(({ manifest }) => manifest.name !== "@ccdag/testkit").flatMap(entriesOf);
    const imports = entries.map(
      (entry, at) => `import * as all${at} from ${JSON.stringify(entry)};\nexport { all${at} };`,
    );
    const consumer = readFileSync(new URL("consumer.ts.txt", import.meta.url), "utf8");
    put(empty, "types/consumer.ts", `${imports.join("\n")}\n${consumer}`);
    // How bundlers resolve does not depend on the version, and `attw` proves it for each package.
    for (const [version, module, moduleResolution] of [
      ["ts59", "nodenext", "nodenext"],
      ["ts6", "nodenext", "nodenext"],
      ["ts7", "nodenext", "nodenext"],
      ["ts7", "esnext", "bundler"],
    ] as const) {
      const options = {
        module,
        moduleResolution,
        target: "es2023",
        lib: ["es2023", "dom", "dom.iterable"],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ["node"],
      };
      put(empty, "types/tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["consumer.ts"] }));
      const { stdout } = await tryRun(empty, process.execPath, join("node_modules", version, "bin/tsc"), "-p", "types");
      // LangChain's own types have errors under `exactOptionalPropertyTypes`.
      const foreign = /^node_modules\/(?:@langchain|langsmith)\//;
      const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !foreign.test(line));
      expect([version, module, errors]).toEqual([
        version,
        module,
        [
          expect.stringMatching(
            /consumer\.ts\(\d+,\d+\): error TS2322: Type 'number' is not assignable to type 'string'/,
          ),
        ],
      ]);
    }
  });
});

describe("the command line", () => {
  it("K007: is run by its name, and by the package that somebody just installed", async () => {
    cpSync(join(top, "tooling/fixtures/sample"), join(empty, "sample"), { recursive: true });
    expect((await run(empty, "npx", "--no-install", "ccdag", "--version")).trim()).toBe(packed[0]!.manifest.version);
    for (const format of ["markdown", "html", "json", "obsidian", "llm", "mermaid"])
      expect((await installed("export", "sample", "--to", format)).length).toBeGreaterThan(500);
    expect(await installed("check", "sample")).toContain("Nothing is lost");
    await installed("site", "sample", "-o", "site");
    expect(readdirSync(join(empty, "site"))).toContain("index.html");
  });
});

describe("the library, with what was published", () => {
  it("K007: a picker, a search and a watcher of its README compile under strict and run", async () => {
    const readme = readFileSync(join(top, "packages/library/README.md"), "utf8");
    const [pick, follow] = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code!);
    const home = join(empty, "library/home");
    const transcript = join(home, ".claude/projects/-home-ada-weather/7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e.jsonl");
    cpSync(join(top, "tooling/fixtures/sample"), join(home, ".claude/projects"), { recursive: true });
    put(empty, "library/pick.ts", pick!);
    put(empty, "library/follow.ts", follow!.replace("timeout(500)", "timeout(60_000)"));
    const compilerOptions = { module: "nodenext", target: "es2023", strict: true, types: ["node"] };
    put(empty, "library/tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    put(empty, "library/package.json", JSON.stringify({ type: "module" }));
    await run(empty, process.execPath, "node_modules/ts7/bin/tsc", "-p", "library");
    const env = { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: "" };
    const start = (...args: string[]) => spawn(process.execPath, args, { cwd: join(empty, "library"), env });
    const picked = await outputOf(start("pick.js"), (text) => text.split("\n").length > 2);
    expect(picked).toMatch(/^1 .*Straight columns for the weather table|^1 .*\/home\/ada\/weather/);
    expect(await outputOf(start("pick.js", "1"), (text) => text !== "")).not.toBe("");
    const watcher = start("follow.js");
    // A watcher does not say when it is ready.
    let count = 0;
    const writing = setInterval(() => appendFileSync(transcript, prompt(count++)), 300);
    const followed = await outputOf(watcher, (text) => text.includes("A new prompt"));
    clearInterval(writing);
    expect(followed).toContain("you");
    expect(followed).toMatch(/^7c6e8ad8-\S+ A new prompt \d+$/m);
  });

  /** A record of a prompt, as a client appends it. */
  function prompt(number: number): string {
    const sessionId = "7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e";
    const message = { role: "user", content: `A new prompt ${number}` };
    const timestamp = "2026-03-15T10:00:00.000Z";
    return `${JSON.stringify({ type: "user", uuid: `new-${number}`, parentUuid: null, sessionId, timestamp, message })}\n`;
  }

  /** What a program prints until that is enough; then it is ended. */
  async function outputOf(child: ReturnType<typeof spawn>, isEnough: (text: string) => boolean): Promise<string> {
    let text = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", (chunk) => {
        text += String(chunk);
        if (isEnough(text)) resolve();
      });
      child.stderr!.on("data", (chunk) => (text += String(chunk)));
      child.once("exit", () => resolve());
      child.once("error", reject);
    });
    child.kill();
    return text;
  }
});

describe("K003: remark plugins, with what was published", () => {
  it("work on a conversation, from code and by name", async () => {
    await install("remark-toc@9", "remark-gfm@4", "remark-stringify@11", "unified");
    writeFileSync(
      join(empty, "contents.mjs"),
      `import { readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import { ccdagMdast } from "@ccdag/render-markdown";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import remarkToc from "remark-toc";
const plugins = ccdag().use(ccdagMdast, { contents: true }).use(remarkToc).use(remarkGfm).use(remarkStringify);
console.log(String(await plugins.process(await readProject("sample"))));`,
    );
    const contents = /^## Contents\n\n[*-] \[Session 642fe51e • Straight columns/;
    expect(await run(empty, "node", "contents.mjs")).toMatch(contents);
    expect(await installed("export", "sample", "--remark", "toc")).toMatch(contents);
  });
});

describe("the examples, with what was published", () => {
  const names = [
    "ccdag-render-asciidoc",
    "ccdag-tool-tickets",
    "ccdag-hosts",
    "ccdag-rule-memory",
    "ccdag-preset-standup",
  ];
  /** Those that are run, and used by no command. */
  const programs = ["ccdag-branch-tasks", "ccdag-strategies"];
  /** Documents with sessions in them, which are built and not published. */
  const documents = ["remark-notes", "vitepress-notes"];

  it("are all of them", () => {
    expect(
      readdirSync(join(top, "examples"))
        .filter((name) => statSync(join(top, "examples", name)).isDirectory())
        .sort(),
    ).toEqual([...names, ...programs, ...documents].sort());
  });

  it("find their tools", async () => {
    await install("@ccdag/testkit", "vitest@4", "typescript@7", "@asciidoctor/core@3", "unified", "vfile");
    await install("@ccdag/client", "@ccdag/server", "@types/node@20", "@types/pg", "pg");
    await install("remark-ccdag", "remark-parse", "remark-gfm", "remark-rehype", "rehype-stringify", "vitepress@1.6.4");
    expect(existsSync(join(empty, "node_modules/@ccdag/testkit/dist/index.js"))).toBe(true);
    // Drawings are read without a test runner.
    expect((await bundle("@ccdag/testkit/shape")).length).toBeLessThan(20_000);
  });

  it.each([...names, ...programs])(
    "K007: %s compiles under strict, passes its tests, and is published",
    async (name) => {
      const from = join(empty, "examples", name);
      cpSync(join(top, "examples", name), from, { recursive: true });
      await run(from, process.execPath, join(empty, "node_modules/typescript/bin/tsc"), "-p", ".");
      await run(from, process.execPath, join(empty, "node_modules/vitest/vitest.mjs"), "run", "--root", ".");
      const one = await pack(from, folder, `examples/${name}`);
      expect(one.files).toEqual(expect.arrayContaining(["README.md", "dist/index.d.ts", "dist/index.js"]));
      registry.publish(one);
      // Another example may use it.
      await install(name);
      // From here on only the installed packages are used.
      rmSync(from, { recursive: true });
    },
  );

  it.each(documents)("%s is built from what was published", async (name) => {
    const from = join(empty, "examples", name);
    cpSync(join(top, "examples", name), from, { recursive: true });
    const printed = await run(
      from,
      process.execPath,
      join(empty, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      ".",
    );
    expect(printed).toContain("1 passed");
    rmSync(from, { recursive: true });
  });

  it("do what their READMEs say", async () => {
    // The commands use the newest session of the folder.
    const projects = join(folder, "claude/projects", empty.replace(/[^A-Za-z0-9]/g, "-"));
    cpSync(join(top, "tooling/fixtures/sample/-home-ada-weather"), projects, { recursive: true });
    const commands = names.flatMap((name) =>
      readFileSync(join(top, "examples", name, "README.md"), "utf8")
        .match(/^npx ccdag .*$/gm)!
        .map((line) => [name, line] as const),
    );
    expect(new Set(commands.map(([name]) => name))).toEqual(new Set(names));
    for (const [, line] of commands)
      await run(empty, "env", `CLAUDE_CONFIG_DIR=${join(folder, "claude")}`, "sh", "-c", line);
  });

  it("K007: are used by name", async () => {
    expect(await installed("export", "sample", "--to", "asciidoc")).toMatch(/^= pass:c\[Transcript\]/);
    await installed("export", "sample", "--to", "asciidoc", "-o", "pages/");
    expect(readdirSync(join(empty, "pages"), { recursive: true })).toContainEqual(
      expect.stringMatching(/^weather[/\\]2026-03-14-.+\.adoc$/),
    );
    put(empty, "talk/s.jsonl", talk);
    const output = await installed("export", "talk", "--use", "hosts", "--use", "tool-tickets");
    expect(output).toContain("Is REDACTED-host-1 up?");
    expect(output).toContain("Labels: lamp");
    expect(await installed("export", "talk", "--use", "hosts=domains:['local']")).toContain("Is db7.pier.internal up?");
    expect(await installed("explain", "talk-a2", "talk", "--use", "rule-memory")).toContain("memory-note");
    put(
      empty,
      "ccdag.config.json",
      JSON.stringify({ plugins: ["preset-standup"], settings: { labels: { actors: { human: "Ada" } } } }),
    );
    const short = await installed("export", "sample");
    expect(short).toContain("Ada");
    expect(short).not.toMatch(/<details>|Thinking/);
    const { code, stderr } = await tryRun(empty, "node_modules/.bin/ccdag", "export", "sample", "--use", "nope");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/tried `ccdag-nope` and `nope` from `.+empty`/)]);
  });
});
