import type { Detail } from "@ccdag/processor";
import { resolve } from "node:path";
import { CallError, exit, type CommandIo } from "../io.ts";
import { readRedaction } from "../redaction.ts";
import { createApp, eventsPath } from "../serve/app.ts";
import { BuiltSite } from "../serve/built-site.ts";
import { follow } from "../serve/follow.ts";
import { Library } from "../serve/library.ts";
import { readPort } from "../serve/listen.ts";
import { runServer } from "../serve/run-server.ts";
import { shelfJobOf } from "../serve/shelf-job.ts";
import { hasShelfThread, ShelfThread } from "../serve/shelf-thread.ts";
import { createSiteApp } from "../serve/site-app.ts";
import { sitePartsOf } from "../site/site-parts.ts";
import { locateAll } from "../input/locate.ts";
import { foldersOf, type InputSource, isWhole } from "../input/source.ts";
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
  const located = await locateAll(inputs, io, { isWhole: true, hasStdin: false, hasEntry: true });
  const find = () => findSources(located, io);
  const live = isWatching ? eventsPath : undefined;
  const rendering = { detail, thinking, config: io.config, redaction, index: "./", live };
  const job = hasShelfThread ? shelfJobOf(rendering, io) : undefined;
  const thread = job && new ShelfThread(job);
  const divide = (source: InputSource) => sitePartsOf(source, io, redaction !== undefined);
  const library = new Library({ ...rendering, divide, thread });
  library.add(await find());
  const started = async () => {
    const stop = isWatching ? await follow(library, foldersOf(located.filter(isWhole)), find) : undefined;
    const end = async () => {
      await stop?.();
      await thread?.close();
    };
    return { page: await pathOfEntry(library), end };
  };
  await runServer({ createApp: (access) => createApp(library, access), port, started, quiet, open }, io);
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
