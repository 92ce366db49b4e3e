import type { LogEntry } from "@ccdag/server";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import { dataOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit } from "../io.ts";
import { untilInterrupted } from "../interrupted.ts";
import { isAddress, loadServer, placeOfStore, shownPlace, withStoreErrors } from "../store/load-server.ts";

/** Options of `ccdag store serve`. */
export interface StoreServeOptions {
  data?: string | undefined;
  port?: string | undefined;
  host?: string | undefined;
  token?: boolean | undefined;
  log?: string | undefined;
  durable?: boolean | undefined;
  quiet?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "store serve",
  rank: 170,
  purpose: "keep",
  description: "serve a store of conversations with branches over HTTP, on this machine unless the store has a token",
  arguments: [],
  options: [
    dataOption,
    {
      name: "port",
      flags: "--port <number>",
      description: "port of the server",
      default: "8765",
    },
    {
      name: "host",
      flags: "--host <address>",
      description: "address to listen on; others than those of this machine need a token in the store",
      default: "127.0.0.1",
    },
    {
      name: "token",
      flags: "--no-token",
      description: "ask for no token on this machine, unless the store has any: every account of it may read and write",
    },
    {
      name: "durable",
      flags: "--durable",
      description:
        "answer only when what was stored in a folder is on the disk, so that it survives a power failure (default)",
      off: "wait for no disk, two to five times as fast for one writer; after a power failure the store may not open any more",
    },
    {
      name: "log",
      flags: "--log <form>",
      description: "form of the log, which has a line for each request",
      choices: { text: "", json: "an object a line" },
      default: "text",
    },
  ],
  example: "store serve --port 8765 --data ~/conversations",
  hasNoSessions: true,
  run: (args, options, io) => runStoreServe(args, options, io),
};

/** `ccdag store serve`: serves a store over HTTP until it is interrupted. */
async function runStoreServe(_: readonly string[], options: StoreServeOptions, io: CommandIo): Promise<number> {
  const { serveStore } = await loadServer();
  const { host, port } = options;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new RequestError(`Unexpected --port \`${port}\`, expected a number up to 65535`);
  const where = placeOfStore(options.data, io);
  const log = ({ cause, ...entry }: LogEntry) => {
    const line = options.log === "json" ? jsonLine(entry, cause) : logLine(entry, cause);
    if (options.quiet !== true || cause !== undefined) io.stderr(`${visibleLine(line)}\n`);
  };
  const server = await withStoreErrors(() =>
    serveStore({
      where,
      host,
      port: port === undefined ? undefined : Number(port),
      token: options.token === false ? false : io.env["CCDAG_STORE_TOKEN"] || undefined,
      durable: options.durable,
      log,
    }),
  );
  if (options.quiet !== true) {
    io.stderr(`${visibleLine(`Serving the store in ${shownPlace(where)}`)}\nPress Ctrl+C to stop.\n`);
    if (options.durable === false && !isAddress(where))
      io.stderr("Not durable: after a power failure the store may not open any more.\n");
  }
  await io.stdout(`${server.url}\n`);
  // Also when quiet: nobody could ask without it.
  if (server.token !== undefined && !io.env["CCDAG_STORE_TOKEN"]) io.stderr(`Authorization: Bearer ${server.token}\n`);
  await (io.stop ?? untilInterrupted());
  await server.close();
  return exit.done;
}

function logLine(entry: Omit<LogEntry, "cause">, cause: unknown): string {
  const { id, method, route, status, milliseconds, error } = entry;
  const why = cause instanceof Error ? ` ${cause.stack ?? cause.message}` : "";
  return `${method} ${route} ${status} ${milliseconds} ms ${id}${error === undefined ? "" : ` ${error}`}${why}`;
}

function jsonLine(entry: Omit<LogEntry, "cause">, cause: unknown): string {
  const why = cause instanceof Error ? { cause: cause.stack ?? cause.message } : {};
  return JSON.stringify({ time: new Date().toISOString(), ...entry, ...why });
}
