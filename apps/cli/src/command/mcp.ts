import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { visibleLine } from "@ccdag/pipeline/tables";
import { type CommandIo, exit } from "../io.ts";
import { createMcpServer } from "@ccdag/mcp";
import { version } from "../own-files.ts";
import { readRedaction, type RedactionOptions } from "@ccdag/library";
import type { Command } from "../command.ts";

/** Options of `ccdag mcp`. */
export interface McpOptions extends Pick<RedactionOptions, "redact" | "redactExtra"> {
  quiet?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "mcp",
  rank: 280,
  purpose: "setup",
  description:
    "answer the questions of a model about sessions: a read-only MCP server on stdin and stdout; it uses a config of the project only with --config",
  arguments: [],
  options: [
    {
      name: "redact",
      flags: "--redact",
      description: "redact keys, mail addresses, login names and images in answers",
      off: "redact nothing in answers",
      default: "on",
    },
    {
      name: "redactExtra",
      flags: "--redact-extra <file>",
      description: "redact also these: a word or /pattern/ per line",
      conflict: (_, { redact }) =>
        redact === false ? "Unexpected --redact-extra with --no-redact: nothing is redacted" : undefined,
    },
  ],
  example: "mcp --root ~/archive",
  hasUserConfigOnly: true,
  isLong: true,
  run: (_, options, io) => runMcp(options, io),
};

/** `ccdag mcp`: answers a client of the Model Context Protocol on stdin and stdout until stdin ends. */
async function runMcp(options: McpOptions, io: CommandIo): Promise<number> {
  const redaction = await readRedaction(options, options.redact !== false, io);
  if (io.isStdoutTerminal && options.quiet !== true)
    io.stderr("This command is for programs: `claude mcp add ccdag -- npx ccdag mcp` adds it. Ctrl+C ends it.\n");
  keepStdout();
  const input = Readable.from(io.stdin, { objectMode: false });
  const output = new Writable({
    decodeStrings: false,
    write: (text, _, done) => void io.stdout(String(text)).then(() => done(), done),
  });
  const { server, settle } = createMcpServer({ ...io, showProgress: undefined, isQuiet: true }, { version, redaction });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onerror = (error) => io.stderr(`${visibleLine(`ccdag: Ignored a message of the client: ${error.message}`)}\n`);
  const ended = Promise.race([once(input, "close"), once(output, "error"), io.stop ?? new Promise(() => {})]);
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await settle();
  // The SDK hands an answer over once the call has settled.
  await setImmediate();
  if (output.errored === null) await new Promise<void>((done) => void output.end(done));
  await server.close();
  return exit.done;
}

/** stdout belongs to the protocol: what a plugin prints goes to stderr. */
function keepStdout(): void {
  for (const name of ["log", "info", "debug"] as const) console[name] = console.error;
}
