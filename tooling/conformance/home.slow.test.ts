import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readScenarios, unpack } from "@ccdag/conformance";
import { formats } from "@ccdag/pipeline";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { served } from "../tests/served.ts";

const bin = createRequire(import.meta.url)
  .resolve("ccdag/package.json")
  .replace("package.json", "bin.js");
const folder = mkdtempSync(join(tmpdir(), "ccdag-home-"));
const home = join(folder, "home");
const env = { PATH: process.env["PATH"], HOME: home };

/** The recordings that make one home, what each agent read in all of its requests, and words that only it has. */
const recordings = [
  { agent: "claude-code", name: "recorded/2.1.330/03-sync-subagent", tokens: undefined },
  { agent: "codex", name: "agents/codex/0.171.0/07-rewind", tokens: 1040 },
  { agent: "copilot", name: "agents/copilot/1.0.102/05-rewind", tokens: 980 },
  { agent: "gemini", name: "agents/gemini/0.61.0/05-rewind", tokens: 980 },
  { agent: "opencode", name: "agents/opencode/1.18.33/03-revert", tokens: 870 },
  { agent: "pi", name: "agents/pi/0.73.1/01-simple", tokens: 810 },
] as const;
const agents = recordings.map(({ agent }) => agent);

/** What a folder of documents says of itself. */
interface Exported {
  readonly formats: Readonly<Record<string, { readonly documents: readonly unknown[] }>>;
}

/** A row of `usage --by client`. */
interface UsageOfClient {
  readonly client: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

function call(...words: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...words], { encoding: "utf8", cwd: home, env });
  expect([words, status, status === 0 ? "" : stderr]).toEqual([words, 0, ""]);
  return stdout;
}
const rowsOf = (...words: string[]) => JSON.parse(call(...words, "--json")) as Array<Record<string, unknown>>;
/** The sessions of each agent, by its id. */
const idsBy = () => new Map(rowsOf("ls").map(({ client, session }) => [String(client), String(session)]));

beforeAll(async () => {
  for (const { name } of recordings) {
    const [scenario] = (await readScenarios(name)).filter((one) => one.name === name);
    const top = await unpack(scenario!, join(folder, name));
    cpSync(top, top.endsWith("home") ? home : join(home, ".claude/projects"), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one home of all six agents, with the real binary (issue 43)", () => {
  it("ls lists all, by agent too, and --client narrows", () => {
    const sums = rowsOf("ls", "--by", "client");
    expect(new Set(sums.map(({ client }) => client))).toEqual(new Set(agents));
    expect(rowsOf("ls", "--client", "copilot").map(({ client }) => client)).toEqual(["copilot"]);
  });

  it("usage adds up what each agent has read", () => {
    const { rows } = JSON.parse(call("usage", "--by", "client", "--json")) as { rows: UsageOfClient[] };
    const read = (agent: string) =>
      rows.flatMap((row) => (row.client === agent ? [row.input + row.cacheRead + row.cacheWrite] : []));
    const known = recordings.filter(({ tokens }) => tokens !== undefined);
    expect(known.map(({ agent }) => [agent, ...read(agent)])).toEqual(
      known.map(({ agent, tokens }) => [agent, tokens]),
    );
  });

  it("search finds words of all", () => {
    const of = new Map(rowsOf("ls").map(({ client, session }) => [session, client]));
    const found = rowsOf("search", "#P1").map(({ id }) => of.get(id));
    expect(new Set(found)).toEqual(new Set(agents));
  });

  it("check, tree and edits read each", () => {
    for (const [, id] of idsBy()) {
      expect(call("check", id)).toMatch(/^Nothing is lost/);
      expect(call("tree", id)).toContain("● session");
      call("edits", id);
    }
  });

  it.each(formats.map((format) => [format.name, format] as const))(
    "export --to %s has all",
    (name, { isTable, isDatabase, ending }) => {
      const out = join(folder, `out-${name}`);
      call("export", home, "--to", name, "-o", isDatabase === true ? `${out}${ending}` : `${out}/`, "-q");
      if (isDatabase === true) {
        expect(statSync(`${out}${ending}`).size).toBeGreaterThan(0);
        return;
      }
      if (isTable === true) {
        expect(readdirSync(out)).toContain(`sessions${ending}`);
        return;
      }
      const { documents } = Object.values(
        (JSON.parse(readFileSync(join(out, ".ccdag-export.json"), "utf8")) as Exported).formats,
      )[0]!;
      expect(documents.length).toBeGreaterThanOrEqual(agents.length);
    },
  );

  it("site, serve and mcp have all of them", async () => {
    call("site", "-o", join(folder, "site"), "-q");
    const index = readFileSync(join(folder, "site/index.html"), "utf8");
    for (const label of ["Codex CLI", "Copilot CLI", "Gemini CLI", "opencode", "pi"]) expect(index).toContain(label);
    for (const [, id] of idsBy())
      expect(await served([process.execPath, bin, "serve", id], { cwd: home, env })).toContain("<main");
    const ask = (at: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: "2.0", id: at, method, params })}\n`;
    const { stdout } = spawnSync(process.execPath, [bin, "mcp"], {
      encoding: "utf8",
      env,
      input:
        ask(1, "initialize", {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "t", version: "1" },
        }) + ask(2, "tools/call", { name: "list_sessions", arguments: {} }),
    });
    for (const [, id] of idsBy()) expect(stdout).toContain(id);
  });

  it("keep has all of them when the agents have deleted theirs", () => {
    const kept = join(folder, "kept");
    const before = idsBy();
    call("keep", kept, "-q");
    const away = join(folder, "away");
    cpSync(home, away, { recursive: true });
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
    onTestFinished(() => cpSync(away, home, { recursive: true }));
    const after = rowsOf("ls", "--root", kept).map(({ session }) => String(session));
    expect(after.sort()).toEqual(expect.arrayContaining([...before.values()].sort()));
  });
});
