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
  /** Default: 4173, or where that is taken any other. */
  port?: string | undefined;
  detail?: Detail | undefined;
  thinking?: boolean | undefined;
}

const host = "127.0.0.1";
const usualPort = 4173;

/** `ccdag serve`: pages over HTTP, from this machine to this machine, until somebody stops it. */
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
  let own = 0;
  const isOwn = (name: string) => ownNames(own).includes(name.toLowerCase());
  const app = createApp(shelves, listeners, isOwn);
  app.onError((error, context) => {
    // A plugin that fails says so once, and the next page may be told.
    if (!(error instanceof RequestError)) throw error;
    io.stderr(`ccdag: ${printable(error.message)}\n`);
    return context.text(`${error.message}\n`, 500);
  });
  const server = await listen(app.fetch, port);
  own = (server.address() as AddressInfo).port;
  const stopWatching = isWatching
    ? await follow(
        sources.map(({ folder }) => folder),
        shelves,
        listeners,
      )
    : undefined;
  const url = `http://localhost:${own}/`;
  if (!options.quiet) io.stderr(`${url}\nCtrl+C stops it.\n`);
  if (options.open) await openBrowser(url, io);
  const stop = io.stop ?? untilInterrupted();
  await stop;
  await stopWatching?.();
  server.close();
  if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
  return exit.done;
}

/** A machine without a browser that can be opened still serves. */
async function openBrowser(url: string, io: Io): Promise<void> {
  const { default: open } = await import("open");
  const child = await open(url);
  child.on("error", (error) => io.stderr(`Cannot open a browser: ${error.message}\n`));
}

/** How a browser of this machine calls the server: the usual port is not named. */
function ownNames(port: number): string[] {
  return ["localhost", host].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Tell open pages what has changed. */
async function follow(
  folders: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
  listeners: Listeners,
): Promise<() => Promise<void>> {
  const of = (folder: string) => [...shelves].filter(([, { source }]) => source.folder === folder);
  // Before the watching begins: it may fail while it does.
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

/** What was asked for: a path, a session by its id, or the project of the current folder. */
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
    return await tryPort(fetch, port ?? usualPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (port !== undefined) throw new CallError(`Port ${port} is taken`);
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
