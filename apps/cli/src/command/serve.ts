import type { Detail } from "@ccdag/processor";
import { join, relative, resolve } from "node:path";
import { RequestError } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { type CommandIo, exit } from "../io.ts";
import {
  allProjects,
  foldersOf,
  type InputSource,
  isWhole,
  locateAll,
  type PriceOptions,
  readPrices,
  readRedaction,
} from "@ccdag/library";
import { findSources, sitePartsOf } from "@ccdag/site";
import {
  BuiltSite,
  createApp,
  createSiteApp,
  eventsPath,
  watchProjects,
  hasProjectThread,
  projectJobOf,
  isLoopback,
  ownCertificate,
  reachedAt,
  readCertificate,
  readHere,
  readHost,
  startHomeThread,
  ProjectThread,
  readPort,
  ServedProjects,
  type ServerPlace,
} from "@ccdag/site/live";
import { fromExport } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { runServer } from "../run-server.ts";

/** Options of `ccdag serve`. */
export interface ServeOptions extends Pick<PriceOptions, "prices"> {
  quiet?: boolean | undefined;
  /** Whether open pages change with the transcripts (default: `true`). */
  watch?: boolean | undefined;
  /** Whether the browser of this machine is opened (default: `false`). */
  open?: boolean | undefined;
  /** Port to listen on (default: 4173, or any free port if that one is in use). */
  port?: string | undefined;
  /** Address of this machine to listen on; `true` for all (default: only this machine reaches the pages). */
  host?: string | true | undefined;
  /** Path of a certificate for the network, as PEM (default: one is made). */
  cert?: string | undefined;
  /** Path of the key of the certificate. */
  key?: string | undefined;
  /** Whether pages go through the network without encryption (default: `false`). */
  insecure?: boolean | undefined;
  detail?: Detail | undefined;
  thinking?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "serve",
  rank: 10,
  purpose: "read",
  description:
    "show all sessions in the browser of this machine, updated while they are running; or a site that `ccdag site` has written",
  arguments: [
    ["[input...]", "path, project by name, session by id or title, `latest`, or a site (default: all projects)"],
  ],
  options: [
    ...fromExport("detail", "thinking", "prices"),
    {
      name: "watch",
      isSetting: true,
      flags: "--watch",
      description: "update open pages when transcripts change",
      off: "do not update open pages",
      default: "on",
    },
    { name: "open", isSetting: true, flags: "--open", description: "open the browser" },
    {
      name: "port",
      isSetting: true,
      flags: "--port <number>",
      description: "port of the server",
      default: "4173, or another one where that is taken",
    },
    {
      name: "host",
      flags: "--host [address]",
      description:
        "show the pages in the network, to who has the printed address: at all addresses of this machine, or one",
      default: "only this machine",
    },
    {
      name: "cert",
      flags: "--cert <file>",
      description: "certificate for --host, as PEM",
      default: "one is made",
      conflict: (_, { host, key }) =>
        host !== undefined && key !== undefined
          ? undefined
          : "Unexpected --cert without --host and --key, expected all",
    },
    {
      name: "key",
      flags: "--key <file>",
      description: "private key of the certificate",
      conflict: (_, { cert }) => (cert === undefined ? "Unexpected --key without --cert, expected both" : undefined),
    },
    {
      name: "insecure",
      flags: "--insecure",
      description: "with --host: do not encrypt",
      conflict: (_, { host, cert }) =>
        host !== undefined && cert === undefined ? undefined : "Unexpected --insecure, expected --host, and no --cert",
    },
  ],
  example: "serve --open",
  isLong: true,
  run: (inputs, options, io) => runServe(inputs, options, io),
};

/**
 * `ccdag serve`: serves pages until it is interrupted, to this machine if no other address is named. A site that `ccdag site` has written is
 * served as it is.
 */
async function runServe(inputs: readonly string[], options: ServeOptions, io: CommandIo): Promise<number> {
  const site = await findSite(inputs, io);
  const place = await placeOf(options, io);
  const { quiet, open } = options;
  if (site) {
    const started = { page: "" };
    await runServer(
      { createApp: (access) => createSiteApp(site, access), place, started: async () => started, quiet, open },
      io,
    );
  } else await serveProjects(inputs, options, place, io);
  return exit.done;
}

/** Where to listen: beyond this machine encrypted, unless that was refused. */
async function placeOf(options: ServeOptions, io: CommandIo): Promise<ServerPlace> {
  const { cert, key, insecure } = options;
  const place = { host: readHost(options.host), port: readPort(options.port) };
  if (cert !== undefined && key !== undefined)
    return { ...place, tls: await readCertificate(resolve(io.cwd, cert), resolve(io.cwd, key)) };
  if (insecure || isLoopback(place.host)) return place;
  const folder = io.cache === undefined ? undefined : join(io.cache, "serve");
  return { ...place, tls: await ownCertificate(reachedAt(place.host), folder) };
}

/** The site that is the only input; absent if there is none among the inputs. */
async function findSite(inputs: readonly string[], io: CommandIo): Promise<BuiltSite | undefined> {
  for (const input of inputs) {
    const site = await BuiltSite.open(resolve(io.cwd, input));
    if (site && inputs.length > 1)
      throw new RequestError(`Unexpected inputs beside the site \`${input}\`, expected it alone`);
    if (site) return site;
  }
  return undefined;
}

async function serveProjects(
  inputs: readonly string[],
  { detail, thinking, watch: isWatching = true, quiet, open, prices: path }: ServeOptions,
  place: ServerPlace,
  io: CommandIo,
): Promise<void> {
  const redaction = await readRedaction({}, false, io);
  const prices = await readPrices({ prices: path, cost: true }, io);
  const { located, here } = await locate(inputs, io);
  // What is kept for a run would be older than projects that begin.
  const find = () => findSources(located, { ...io, memo: new Map() });
  const live = isWatching ? eventsPath : undefined;
  const { config, aliases } = io;
  const rendering = { detail, thinking, prices, config, aliases, redaction, index: "./", live };
  const job = hasProjectThread ? projectJobOf(rendering, io) : undefined;
  const thread = job && new ProjectThread(job);
  const divide = (source: InputSource) => sitePartsOf(source, io, redaction !== undefined);
  const reader = (job && startHomeThread({ ...io, prices })) ?? readHere(io, rendering);
  const failed = (project: string, error: unknown) =>
    io.stderr(`ccdag: Cannot read project \`${project}\`: ${whyOf(error)}\n`);
  // What is found is not redacted.
  const searcher = redaction === undefined ? ((job && startHomeThread(io)) ?? reader) : undefined;
  const served = new ServedProjects({ ...rendering, divide, thread, reader, searcher, failed });
  served.add(await find());
  const started = async () => {
    const stop = isWatching ? await watchProjects(served, foldersOf(located.filter(isWhole)), find) : undefined;
    const end = async () => {
      await stop?.();
      await thread?.close();
      await served.home.close();
      await served.searcher?.close();
    };
    return { page: (await pathOfEntry(served)) || pathOfFolders(served, here), end };
  };
  await runServer({ createApp: (access) => createApp(served, access), place, started, quiet, open }, io);
}

/**
 * What is served: what the inputs mean; without any, all projects.
 *
 * @returns also the folders of the project of the current folder; none with inputs, or where there is no such project.
 */
async function locate(
  inputs: readonly string[],
  io: CommandIo,
): Promise<{ located: readonly InputSource[]; here: readonly string[] }> {
  const locateThese = () => locateAll(inputs, io, { isWhole: true, hasStdin: false, hasEntry: true });
  const all = inputs.length === 0 ? allProjects(io) : undefined;
  if (all === undefined) return { located: await locateThese(), here: [] };
  const here = foldersOf(await locateThese().catch(() => []));
  // The current folder may be one of transcripts that are in no root.
  const isInRoots = here.every((folder) => io.roots.some((root) => !relative(root, folder).startsWith("..")));
  return isInRoots ? { located: [all], here } : { located: await locateThese(), here: [] };
}

/** The path of the page of the project with one of these folders; empty for none. */
function pathOfFolders({ projects }: ServedProjects, folders: readonly string[]): string {
  const found = [...projects.values()].find(({ source }) => foldersOf([source]).some((one) => folders.includes(one)));
  return found === undefined || projects.size === 1 ? "" : `${encodeURIComponent(found.name)}/`;
}

/** The path of the page that holds the entry of an input, with its anchor; empty if no entry was named. */
async function pathOfEntry({ projects }: ServedProjects): Promise<string> {
  for (const [name, { source, project }] of projects) {
    const { entry } = source;
    const found = entry === undefined ? undefined : await project.find(entry);
    if (found !== undefined) return `${name}/${found}`;
  }
  return "";
}
