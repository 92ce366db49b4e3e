import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { allPages, callTool } from "../mcp-client.ts";
import { jsonl, scratch } from "../world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const id = "11111111-0000-4000-8000-000000000001";
const path = `projects/-home-me-app/${id}.jsonl`;

function prompts(from: number, to: number): string {
  const records = Array.from({ length: to - from }, (_, index) => ({
    type: index % 2 === 0 ? "user" : "assistant",
    sessionId: id,
    uuid: `u${from + index}`,
    parentUuid: from + index === 0 ? null : `u${from + index - 1}`,
    timestamp: new Date(Date.UTC(2026, 2, 11, 10, 0, from + index)).toISOString(),
    message:
      index % 2 === 0
        ? { role: "user", content: `prompt-${from + index}.` }
        : {
            id: `m${from + index}`,
            role: "assistant",
            content: [{ type: "text", text: `${"x ".repeat(300)}answer-${from + index}.` }],
          },
  }));
  return jsonl(...records);
}

/** The environment of a server that reads a folder. */
const environment = (folder: string) => ({ PATH: process.env["PATH"]!, HOME: folder, CLAUDE_CONFIG_DIR: folder });

test("the binary answers the client of the SDK over stdio, sees what is appended, and writes nothing beside transcripts", async () => {
  const folder = scratch({ [path]: prompts(0, 100) });
  const args = [bin, "mcp", "--cache", join(folder, "cache")];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: environment(folder),
    cwd: folder,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = (name: string, inputs: Record<string, unknown> = {}) => callTool(client, name, inputs);
  expect((await client.listTools()).tools).toHaveLength(5);
  expect((await call("list_sessions")).text).toContain(id);
  expect((await call("usage")).isError).toBe(false);
  expect((await call("search", { query: "prompt-42." })).text).toContain("answer-43.");
  const pages = await allPages(call, "read", { session: id.slice(0, 8), budget: 6000 });
  const ends = pages.flatMap((page) => page.match(/^(?!#).*(?:prompt|answer)-\d+\.$/gm) ?? []);
  expect(ends.map((line) => line.replace(/^(?:x )+/, ""))).toEqual(
    Array.from({ length: 100 }, (_, at) => `${at % 2 === 0 ? "prompt" : "answer"}-${at}.`),
  );
  appendFileSync(join(folder, path), prompts(100, 102));
  expect((await call("read", { session: "latest", turns: "51" })).text).toContain("answer-101.");
  expect(readdirSync(join(folder, "projects/-home-me-app"))).toEqual([`${id}.jsonl`]);
});

test("calls that were sent before stdin ended are answered, then the process ends; stdout holds messages only", async () => {
  const folder = scratch({ [path]: prompts(0, 4) });
  const child = spawn(process.execPath, [bin, "mcp", "--no-cache"], { env: environment(folder), cwd: folder });
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "read", arguments: { session: "latest" } } },
    { id: 3, method: "tools/call", params: { name: "search", arguments: { query: "prompt-2." } } },
  ];
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += String(chunk)));
  child.stdin.end(`${messages.map((one) => JSON.stringify({ jsonrpc: "2.0", ...one })).join("\n")}\nno message\n`);
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result: object })
    .sort((a, b) => a.id - b.id);
  expect(answers.map((one) => one.id)).toEqual([1, 2, 3]);
  expect(JSON.stringify(answers[2])).toContain("answer-3.");
});

test("SIGTERM ends the process", async () => {
  const folder = scratch({ [path]: prompts(0, 4) });
  const child = spawn(process.execPath, [bin, "mcp"], { env: environment(folder), cwd: folder });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
});
