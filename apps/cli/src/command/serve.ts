import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { serve } from "@hono/node-server";
import type { Detail } from "@ccdag/processor";
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { findProjects, projectName, projectsRoot } from "@ccdag/files";
import { printable } from "../printable.ts";
import { findTranscript } from "../load.ts";
import { CallError, exit, type Io } from "../io.ts";
import { readRedaction } from "../redaction.ts";
import { createApp, eventsPath, Listeners } from "../serve/app.ts";
import { Shelf } from "../serve/shelf.ts";
import { RequestError, uniqueNames } from "@ccdag/pipeline";
import { watchFolders } from "../serve/watch.ts";
import { secretName, stemOf } from "../site/name-project.ts";
import { findSources } from "../site/sources.ts";

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

const host = "127.0.0.1";
const defaultPort = 4173;

/** `ccdag serve`: serves pages over HTTP on the loopback interface until it is interrupted. */
export async function runServe(input: string | undefined, options: ServeOptions, io: Io): Promise<number> {
  const { detail, thinking, watch: isWatching = true } = options;
  const port = readPort(options.port);
  const redaction = await readRedaction({}, false, io);
  const sources = await findSources([await locate(input, io)], io);
  const rendering = {
    detail,
    thinking,
    config: io.config,
    redaction,
    index: "./",
    live: isWatching ? eventsPath : undefined,
  };
  const nameOf = uniqueNames("");
  const shelves = new Map<string, Shelf>();
  for (const source of sources) {
    const name = nameOf(redaction ? secretName(source.folder) : stemOf(basename(source.folder)));
    shelves.set(name, new Shelf(name, source, rendering));
  }
  const listeners = new Listeners();
  let boundPort = 0;
  const isOwnHost = (name: string) => hostNames(boundPort).includes(name.toLowerCase());
  const app = createApp(shelves, listeners, isOwnHost);
  app.onError((error, context) => {
    // A failing plugin fails one request; the server continues.
    if (!(error instanceof RequestError)) throw error;
    io.stderr(`ccdag: ${printable(error.message)}\n`);
    return context.text(`${error.message}\n`, 500);
  });
  const server = await listen(app.fetch, port);
  boundPort = (server.address() as AddressInfo).port;
  const stopWatching = isWatching
    ? await follow(
        sources.map(({ folder }) => folder),
        shelves,
        listeners,
      )
    : undefined;
  const url = `http://localhost:${boundPort}/`;
  if (!options.quiet) io.stderr(`${url}\nPress Ctrl+C to stop.\n`);
  if (options.open) await openBrowser(url, io);
  const stop = io.stop ?? untilInterrupted();
  await stop;
  await stopWatching?.();
  server.close();
  if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
  return exit.done;
}

/** Open the browser; if there is none, the server still runs. */
async function openBrowser(url: string, io: Io): Promise<void> {
  const { default: open } = await import("open");
  const child = await open(url);
  child.on("error", (error) => io.stderr(`Cannot open a browser: ${error.message}\n`));
}

/** The Host headers that a browser on this machine sends; without the port if it is the default port of HTTP. */
function hostNames(port: number): string[] {
  return ["localhost", host].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Watch the folders, and notify open pages of changes. */
async function follow(
  folders: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
  listeners: Listeners,
): Promise<() => Promise<void>> {
  const of = (folder: string) => [...shelves].filter(([, { source }]) => source.folder === folder);
  // Set before watching starts, because `failed` may be called during the start.
  for (const shelf of shelves.values()) shelf.isWatched = true;
  return watchFolders(
    folders,
    (folder) => {
      for (const [name, shelf] of of(folder)) {
        shelf.markStale();
        if (listeners.count === 0) shelf.forget();
        else
          void shelf.refresh().then(
            (files) => listeners.notify(files.map((file) => `/${name}/${file}`)),
            () => {},
          );
      }
    },
    (folder) => {
      for (const [, shelf] of of(folder)) shelf.isWatched = false;
    },
  );
}

/** Resolve the input: a path, a session id, or the project of the current folder. */
async function locate(input: string | undefined, io: Io): Promise<string> {
  const path = resolve(io.cwd, input ?? ".");
  const stats = await stat(path).catch(() => undefined);
  if (input !== undefined && !stats) return findTranscript(input, io);
  if (stats?.isFile() || (input !== undefined && (await findProjects(path)).length > 0)) return path;
  return join(projectsRoot(io.env), projectName(path));
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

function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
}
