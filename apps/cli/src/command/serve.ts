import type { Detail } from "@ccdag/processor";
import { basename, resolve } from "node:path";
import { CallError, exit, type CommandIo } from "../io.ts";
import { readRedaction } from "../redaction.ts";
import { createApp, eventsPath, Listeners } from "../serve/app.ts";
import { BuiltSite } from "../serve/built-site.ts";
import { readPort } from "../serve/listen.ts";
import { runServer } from "../serve/run-server.ts";
import { Shelf } from "../serve/shelf.ts";
import { createSiteApp } from "../serve/site-app.ts";
import { uniqueNames } from "@ccdag/pipeline";
import { watchFolders } from "../serve/watch.ts";
import { secretName, stemOf } from "../site/name-project.ts";
import { sitePartsOf } from "../site/site-parts.ts";
import { locateAll } from "../input/locate.ts";
import { foldersOf } from "../input/source.ts";
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

/**
 * `ccdag serve`: serves pages over HTTP on the loopback interface until it is interrupted. A site that `ccdag site` has written is
 * served as it is.
 */
export async function runServe(inputs: readonly string[], options: ServeOptions, io: CommandIo): Promise<number> {
  const site = await findSite(inputs, io);
  const port = readPort(options.port);
  const { quiet, open } = options;
  if (site) {
    const started = { page: "" };
    await runServer(
      { createApp: (access) => createSiteApp(site, access), port, started: async () => started, quiet, open },
      io,
    );
  } else await serveProjects(inputs, options, port, io);
  return exit.done;
}

/** The site that is the only input; absent if there is none among the inputs. */
async function findSite(inputs: readonly string[], io: CommandIo): Promise<BuiltSite | undefined> {
  for (const input of inputs) {
    const site = await BuiltSite.open(resolve(io.cwd, input));
    if (site && inputs.length > 1)
      throw new CallError(`Unexpected inputs beside the site \`${input}\`, expected it alone`);
    if (site) return site;
  }
  return undefined;
}

async function serveProjects(
  inputs: readonly string[],
  { detail, thinking, watch: isWatching = true, quiet, open }: ServeOptions,
  port: number | undefined,
  io: CommandIo,
): Promise<void> {
  const redaction = await readRedaction({}, false, io);
  const sources = await findSources(
    await locateAll(inputs, io, { isWhole: true, hasStdin: false, hasEntry: true }),
    io,
  );
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
    shelves.set(
      name,
      new Shelf(name, source, { ...rendering, divide: () => sitePartsOf(source, io, redaction !== undefined) }),
    );
  }
  const listeners = new Listeners();
  const started = async () => {
    const end = isWatching ? await follow(foldersOf(sources), shelves, listeners) : undefined;
    return { page: await pathOfEntry(shelves), end };
  };
  await runServer({ createApp: (access) => createApp(shelves, listeners, access), port, started, quiet, open }, io);
}

/** The path of the page that holds the entry of an input, with its anchor; empty if no entry was named. */
async function pathOfEntry(shelves: ReadonlyMap<string, Shelf>): Promise<string> {
  for (const [name, shelf] of shelves) {
    const { entry } = shelf.source;
    const found = entry === undefined ? undefined : await shelf.find(entry);
    if (found !== undefined) return `${name}/${found}`;
  }
  return "";
}

/** Watch the folders, and notify open pages of changes. */
async function follow(
  folders: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
  listeners: Listeners,
): Promise<() => Promise<void>> {
  const of = (folder: string) => [...shelves].filter(([, { source }]) => foldersOf([source]).includes(folder));
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
