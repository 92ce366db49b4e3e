import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Writer } from "@ccdag/keep/write";
import type { LibraryIo } from "@ccdag/library";
import { onTestFinished } from "vitest";
import { sample, scratch } from "../../../tooling/tests/scratch.ts";
import { createMcpServer } from "../src/index.ts";

/** Connect a client to a server of a folder of projects, without a command line. */
export async function connect(root: string = sample, cwd: string = root) {
  const notices: string[] = [];
  const io: LibraryIo = {
    cwd,
    env: { HOME: scratch() },
    roots: [root.replace(/\/$/, "")],
    followLinks: false,
    cache: undefined,
    config: undefined,
    writer: new Writer([root]),
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
