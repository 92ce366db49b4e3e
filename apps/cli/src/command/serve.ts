import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { serve } from "@hono/node-server";
import type { Detail } from "@ccdag/processor";
import { printable } from "../printable.ts";
import { CallError, exit, type CommandIo } from "../io.ts";
import { untilInterrupted } from "../interrupted.ts";
import { readRedaction } from "../redaction.ts";
import { createApp, eventsPath } from "../serve/app.ts";
import { follow } from "../serve/follow.ts";
import { Gate, host } from "../serve/gate.ts";
import { Library } from "../serve/library.ts";
import { shelfJobOf } from "../serve/shelf-job.ts";
import { hasShelfThread, ShelfThread } from "../serve/shelf-thread.ts";
import { RequestError } from "@ccdag/pipeline";
import { sitePartsOf } from "../site/site-parts.ts";
import { locateAll } from "../input/locate.ts";
import { foldersOf, type InputSource, isWhole } from "../input/source.ts";
import { findSources } from "../site/sources.ts";
import { whyOf } from "../why.ts";

/** Options of `ccdag serve`. */
export interface ServeOptions {
  quiet?: boolean | undefined;
  /** Whether open pages change with the transcripts (default: `true`). */
  watch?: boolean | undefined;
  /** Whether the browser of this machine is opened (default: `false`). */
  open?: boolean | undefined;
  /** Port to listen on (default: 4173, or any free port if that one is in use). */
  port?: string | undefined;
  detail?: Detail | undefined;
  thinking?: boolean | undefined;
}

const defaultPort = 4173;

/** `ccdag serve`: serves pages over HTTP on the loopback interface until it is interrupted. */
export async function runServe(inputs: readonly string[], options: ServeOptions, io: CommandIo): Promise<number> {
  const { detail, thinking, watch: isWatching = true } = options;
  const port = readPort(options.port);
  const redaction = await readRedaction({}, false, io);
  const located = await locateAll(inputs, io, { isWhole: true, hasStdin: false, hasEntry: true });
  const find = () => findSources(located, io);
  const live = isWatching ? eventsPath : undefined;
  const rendering = { detail, thinking, config: io.config, redaction, index: "./", live };
  const job = hasShelfThread ? shelfJobOf(rendering, io) : undefined;
  const thread = job && new ShelfThread(job);
  const divide = (source: InputSource) => sitePartsOf(source, io, redaction !== undefined);
  const library = new Library({ ...rendering, divide, thread });
  library.add(await find());
  let boundPort = 0;
  let isStopping = false;
  const gate = new Gate(() => boundPort);
  const app = createApp(library, {
    isOwnHost: (name) => hostNames(boundPort).includes(name),
    check: (context) => gate.check(context),
    failed: (path, error) => {
      if (isStopping) return;
      const why = error instanceof RequestError ? error.message : whyOf(error);
      io.stderr(`${printable(`ccdag: Cannot render \`${path}\`: ${why}`)}\n`);
    },
  });
  const server = await listen(app.fetch, port);
  boundPort = (server.address() as AddressInfo).port;
  const parents = foldersOf(located.filter(isWhole));
  const stopWatching = isWatching ? await follow(library, parents, find) : undefined;
  // Without the address, or a browser that has it, the server could not be reached.
  const page = await pathOfEntry(library);
  if (!options.quiet || !options.open)
    io.stderr(`${gate.addressOf(page)}\n${options.quiet ? "" : "Press Ctrl+C to stop.\n"}`);
  if (options.open) await openBrowser(gate.addressForOnce(page), io);
  await (io.stop ?? untilInterrupted());
  isStopping = true;
  server.close();
  if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
  await stopWatching?.();
  await thread?.close();
  return exit.done;
}

/** The path of the page that holds the entry of an input, with its anchor; empty if no entry was named. */
async function pathOfEntry({ projects }: Library): Promise<string> {
  for (const [name, { source, project }] of projects) {
    const { entry } = source;
    const found = entry === undefined ? undefined : await project.find(entry);
    if (found !== undefined) return `${name}/${found}`;
  }
  return "";
}

/** Open the browser; if there is none, the server still runs. */
async function openBrowser(url: string, io: CommandIo): Promise<void> {
  const { default: open } = await import("open");
  const child = await open(url);
  child.on("error", (error) => io.stderr(`Cannot open a browser: ${whyOf(error)}\n`));
}

/** The Host headers that a browser sends to the printed address; without the port if it is the default port of HTTP. */
function hostNames(port: number): string[] {
  return port === 80 ? [host, `${host}:80`] : [`${host}:${port}`];
}

type Fetch = (request: Request) => Response | Promise<Response>;

async function listen(fetch: Fetch, port: number | undefined): Promise<Server> {
  try {
    return await tryPort(fetch, port ?? defaultPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (port !== undefined) throw new CallError(`Unexpected --port \`${port}\`, which is in use; expected a free port`);
    return tryPort(fetch, 0);
  }
}

async function tryPort(fetch: Fetch, port: number): Promise<Server> {
  const server = serve({ fetch, port, hostname: host }) as Server;
  if (!server.listening) await once(server, "listening");
  return server;
}

function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new CallError(`Unexpected --port \`${value}\`, expected a number up to 65535`);
  return Number(value);
}
