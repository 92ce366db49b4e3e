import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { blocksOf } from "../blocks.mjs";
import { makeSandbox } from "./sandbox.ts";

/** The memory server that the program was tried with. It is installed here, as a reader of the guide would do it. */
const server = "@modelcontextprotocol/server-memory@2026.8.31";

it("docs/guides/memory.md: the memory server finds sessions, what they did, and their project (issue 46)", async () => {
  const [program] = blocksOf((path) => path === "docs/guides/memory.md").filter(({ language }) => language === "ts");
  const { out, home } = makeSandbox("memory");
  mkdirSync(join(out, "installed"), { recursive: true });
  writeFileSync(join(out, "installed/package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", server], { cwd: join(out, "installed"), stdio: "pipe" });

  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  vi.stubEnv("HOME", home);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  const path = join(out, "program.ts");
  writeFileSync(path, `${program!.code}\nexport {};\n`);
  await import(/* @vite-ignore */ path);
  const memory = join(out, "memory.jsonl");
  writeFileSync(memory, printed.join("\n"));

  const client = new Client({ name: "test", version: "1.0.0" });
  const args = [join(out, "installed/node_modules/@modelcontextprotocol/server-memory/dist/index.js")];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { MEMORY_FILE_PATH: memory } }),
  );
  onTestFinished(() => client.close());
  const ask = async (query: string) => {
    const { structuredContent } = await client.callTool({ name: "search_nodes", arguments: { query } });
    return structuredContent as { entities: Array<Record<string, unknown>>; relations: Array<Record<string, unknown>> };
  };
  const { entities } = await ask("file: src/retry.ts");
  const [{ name, entityType, observations }] = entities as [Record<string, unknown>];
  expect([entities.length, entityType, name]).toEqual([1, "session", expect.stringMatching(/^642fe51e-/)]);
  expect(observations).toEqual(
    expect.arrayContaining(["Straight columns for the weather table", "ended 2026-03-14T16:41:02.874Z"]),
  );
  const { entities: found } = await ask("-home-me-app");
  expect(found).toContainEqual(expect.objectContaining({ name: "-home-me-app", entityType: "project" }));
  const graph = await client.callTool({ name: "read_graph", arguments: {} });
  expect((graph.structuredContent as Awaited<ReturnType<typeof ask>>).relations).toContainEqual({
    from: name,
    to: "-home-me-app",
    relationType: "belongs to",
  });
});
