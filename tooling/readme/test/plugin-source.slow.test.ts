import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { formats } from "@ccdag/pipeline";
import { blocksOf } from "../blocks.mjs";
import { served } from "../../tests/served.ts";
import { top } from "./sandbox.ts";

const [source] = blocksOf((path) => path === "docs/plugins.md").filter(({ section }) => section === "A source");
const folder = join(top, "tooling/readme/out/plugin-source");
const home = join(folder, "home");
const plugin = join(folder, "plugin/chat.js");
const bin = createRequire(import.meta.url)
  .resolve("ccdag/package.json")
  .replace("package.json", "bin.js");
const env = { PATH: process.env["PATH"], HOME: home };

/** The talk that the comments of the source describe: the second question was asked again. */
const talk = [
  { chat: "c1", folder: "/srv/app" },
  { n: 1, who: "me", at: "2026-02-03T09:00:01Z", text: "Name a knot." },
  { n: 2, after: 1, who: "gpt-5.5", at: "2026-02-03T09:00:02Z", text: "The bowline.", tokens: 30, mood: "calm" },
  { n: 3, after: 2, who: "me", at: "2026-02-03T09:00:03Z", text: "One for fishing?" },
  { n: 4, after: 3, who: "gpt-5.5", at: "2026-02-03T09:00:04Z", text: "The Palomar.", tokens: 20 },
  { n: 5, after: 2, who: "me", at: "2026-02-03T09:00:05Z", text: "One for sails?" },
];

function put(path: string, text: string): void {
  const at = join(folder, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
}

function call(...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...words, "--use", plugin, "--utc"], {
    encoding: "utf8",
    cwd: home,
    env,
  });
  expect([words, status, stderr.replace(/^(?:redacted|\d+ files? read).*\n/gm, "")]).toEqual([words, 0, ""]);
  return stdout;
}
const json = (...words: string[]) => JSON.parse(call(...words, "--json")) as unknown;

describe("the source of docs/plugins.md, for an agent that nobody knows (issue 43)", () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    put("chat.ts", source!.code);
    put("tsconfig.json", JSON.stringify({ extends: "../../tsconfig.json", files: ["chat.ts"] }));
    const tsc = join(top, "node_modules/typescript/bin/tsc");
    spawnSync(process.execPath, [tsc, "-p", folder, "--noEmit", "false", "--outDir", dirname(plugin)]);
    put("home/.chat/talks/c1.jsonl", talk.map((line) => `${JSON.stringify(line)}\n`).join(""));
  });

  it("has about 40 lines", () => {
    expect(source!.code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(50);
  });

  it("ls, --by client and --client", () => {
    const row = { title: "Name a knot.", project: "/srv/app", messages: 5, branches: 2, client: "chat" };
    expect(json("ls")).toEqual([expect.objectContaining(row)]);
    expect(json("ls", "--client", "chat")).toEqual([expect.objectContaining(row)]);
    expect(json("ls", "--by", "client")).toEqual([expect.objectContaining({ client: "chat", sessions: 1 })]);
  });

  it("search", () => {
    expect(call("search", "Palomar")).toContain("chat: The Palomar.");
  });

  it("usage", () => {
    const { rows } = json("usage", "--by", "client") as { rows: unknown[] };
    expect(rows).toEqual([expect.objectContaining({ client: "chat", calls: 2, output: 50, unpriced: 0 })]);
  });

  it("check: nothing is lost, and nothing is unknown", () => {
    expect(call("check", "/srv/app", "--drift")).toMatch(/^Nothing is lost: 6 lines/);
  });

  it("export, in every format", () => {
    expect(call("export", "c1", "--to", "json")).toContain('"mood"');
    expect(call("export", "c1")).toMatch(/rewound\*[^]*The Palomar\.[^]*rewound, continued here\*[^]*One for sails\?/);
    for (const format of formats.flatMap(({ name, isBinary }) => (isBinary ? [] : [name])))
      // These warn of what they cannot say, such as a last question without an answer.
      expect(
        call("export", "c1", "--to", format, ...(/^(?:sharegpt|atif|inspect)$/.test(format) ? ["-q"] : [])),
      ).toContain("knot");
  });

  it("site and serve", async () => {
    call("site", "-o", join(folder, "site"), "-q");
    expect(readFileSync(join(folder, "site/index.html"), "utf8")).toContain("Name a knot.");
    expect(await served([process.execPath, bin, "serve", "c1", "--use", plugin], { cwd: home, env })).toContain(
      "One for sails?",
    );
  });

  it("mcp", () => {
    const ask = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const clientInfo = { name: "test", version: "1" };
    const { stdout } = spawnSync(process.execPath, [bin, "mcp", "--use", plugin], {
      encoding: "utf8",
      env,
      input: `${ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })}
${ask(2, "tools/call", { name: "search", arguments: { query: "Palomar" } })}\n`,
    });
    expect(stdout).toContain("The Palomar.");
  });

  it("edits", () => {
    expect(call("edits", "c1")).toContain("No file was changed");
  });

  it("an agent that has no session is named", () => {
    const folderOf = (text: string) => join(folder, "none", text);
    put("none/.chat/talks/c2.jsonl", '{"talk": "of another program"}\n');
    const { stderr } = spawnSync(process.execPath, [bin, "ls", "--use", plugin], {
      encoding: "utf8",
      env: { ...env, HOME: folderOf("") },
    });
    expect(stderr).toContain(`Cannot read \`${folderOf(".chat")}\`: no file in it is a session of chat`);
    put("none/.chat/talks/c3.jsonl", '{"at": "2026-02-03", "chat": "c3", "folder": "/srv/app"}\n');
    const { stderr: other } = spawnSync(process.execPath, [bin, "ls", "--use", plugin], {
      encoding: "utf8",
      env: { ...env, HOME: folderOf("") },
    });
    expect(other).toMatch(/c3\.jsonl`: the mark of chat is not among its first characters/);
  });

  it("keep, and back when the agent has deleted it", () => {
    const kept = join(folder, "kept");
    call("keep", kept, "-q");
    rmSync(join(home, ".chat"), { recursive: true });
    expect(call("ls", "--root", kept)).toContain("Name a knot.");
    expect(readdirSync(kept)).not.toEqual([]);
  });
});
