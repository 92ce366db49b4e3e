import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Writer } from "@ccdag/keep/write";
import type { LibraryIo } from "@ccdag/library";
import { expect, it, onTestFinished } from "vitest";
import { sample, scratch } from "../../../tooling/tests/scratch.ts";
import { createMcpServer } from "../src/index.ts";

/** Connect a client to a server of the sample, without a command line. */
async function connect() {
  const notices: string[] = [];
  const io: LibraryIo = {
    cwd: sample,
    env: { HOME: scratch() },
    roots: [sample.replace(/\/$/, "")],
    followLinks: false,
    cache: undefined,
    config: undefined,
    writer: new Writer([sample]),
    stderr: (text) => void notices.push(text),
    isVerbose: false,
    isQuiet: true,
    zone: "utc",
    memo: new Map(),
  };
  const { server, settle } = createMcpServer(io, { version: "1.2.3", redaction: undefined });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(async () => {
    await client.close();
    await settle();
  });
  const call = async (name: string, inputs: Record<string, unknown>) => {
    const { content, isError } = (await client.callTool({ name, arguments: inputs })) as CallToolResult;
    return { isError, text: content.map((one) => (one.type === "text" ? one.text : "")).join("") };
  };
  return { client, call, notices };
}

it("answers over any transport: its tools list, search, read and add up sessions", async () => {
  const { client, call, notices } = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: "ccdag", version: "1.2.3" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(["edits", "list_sessions", "read", "search", "usage"]);
  expect((await call("list_sessions", {})).text).toContain("Straight columns for the weather table");
  expect((await call("search", { query: "colours" })).text).toContain("<record-");
  expect((await call("edits", { session: "642fe51e" })).text).toMatch(/FILE +EDITS/);
  expect((await call("edits", { session: "642fe51e", show: "patch" })).text).toContain("@@");
  expect((await call("usage", { by: "model" })).text).toContain("claude-sonnet-4-5");
  expect(notices).toEqual([]);
});

it("says in words what a call does not mean", async () => {
  const { call } = await connect();
  expect(await call("read", { session: "nothing" })).toEqual({
    isError: true,
    text: expect.stringContaining("Unexpected input `nothing`"),
  });
  expect(await call("remove", {})).toMatchObject({ isError: true });
});
