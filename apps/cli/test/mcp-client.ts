import { tmpdir } from "node:os";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult, JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { type Io, run } from "../src/index.ts";

/** A client that is connected to `ccdag mcp` in this process. */
export interface Connection {
  readonly client: Client;
  /** Calls a tool; returns its text. */
  readonly call: (name: string, inputs?: Record<string, unknown>) => Promise<Answered>;
  /** Ends stdin; returns the exit code. */
  readonly end: () => Promise<number>;
  readonly stderr: () => string;
}

export interface Answered {
  readonly text: string;
  readonly isError: boolean;
  readonly cursor: string | undefined;
}

/** Run `ccdag mcp` in this process, and connect the client of the SDK to its stdin and stdout. */
export async function connect(argv: readonly string[], io: Partial<Io> = {}): Promise<Connection> {
  let stderr = "";
  const lines = new Lines();
  const transport: Transport = {
    start: async () => {},
    send: async (message) => lines.push(`${JSON.stringify(message)}\n`),
    close: async () => lines.end(),
  };
  const code = run(["mcp", ...argv], {
    stdin: lines.read(),
    stdout: async (text) => {
      for (const line of text.split("\n").filter(Boolean)) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    },
    stderr: (text) => void (stderr += text),
    cwd: tmpdir(),
    env: {},
    isTerminal: false,
    ...io,
  });
  const client = new Client({ name: "test", version: "1" });
  const failed = code.then((exit) => Promise.reject(new Error(`Ended with ${exit}: ${stderr}`)));
  await Promise.race([client.connect(transport), failed]);
  failed.catch(() => {});
  onTestFinished(() => client.close());
  return {
    client,
    call: (name, inputs = {}) => callTool(client, name, inputs),
    end: async () => (lines.end(), await code),
    stderr: () => stderr,
  };
}

/** Call a tool; returns its text. */
export async function callTool(client: Client, name: string, inputs: Record<string, unknown>): Promise<Answered> {
  const result = (await client.callTool({ name, arguments: inputs })) as CallToolResult;
  const texts = result.content.map((one) => (one.type === "text" ? one.text : ""));
  return {
    text: texts.join("\n"),
    isError: result.isError === true,
    cursor: result["_meta"]?.["nextCursor"] as string | undefined,
  };
}

/** All pages of an answer. */
export async function allPages(
  call: Connection["call"],
  name: string,
  inputs: Record<string, unknown>,
): Promise<string[]> {
  const pages: string[] = [];
  let answered = await call(name, inputs);
  for (pages.push(answered.text); answered.cursor !== undefined; pages.push(answered.text))
    answered = await call(name, { cursor: answered.cursor });
  return pages;
}

/** Lines that are read as they are written. */
class Lines {
  readonly #waiting: string[] = [];
  #isEnded = false;
  #wake = () => {};

  push(line: string): void {
    this.#waiting.push(line);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<string> {
    for (;;) {
      const line = this.#waiting.shift();
      if (line !== undefined) yield line;
      else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
