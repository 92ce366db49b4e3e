import { isForUser, visibleLine } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import {
  type Access,
  type Fetch,
  Gate,
  isHostOf,
  isLoopback,
  listen,
  originOf,
  reachedAt,
  type ServerPlace,
} from "@ccdag/site/live";
import { networkNotice } from "./network-notice.ts";
import { untilInterrupted } from "./interrupted.ts";
import type { CommandIo } from "./io.ts";

/** What is served, and how. */
export interface ServerOptions {
  /** Creates the application. */
  readonly createApp: (access: Access) => { readonly fetch: Fetch };
  /** Where it listens. */
  readonly place: ServerPlace;
  /** Called when the server listens; returns the path of the page to open, and a function that ends what was begun. */
  readonly started: () => Promise<{ readonly page: string; readonly end?: (() => Promise<void>) | undefined }>;
  /** Whether only addresses are printed (default: `false`). */
  readonly quiet?: boolean | undefined;
  /** Whether the browser of this machine is opened (default: `false`). */
  readonly open?: boolean | undefined;
}

/** Serve until the command is interrupted, for the browsers that open the printed address. */
export async function runServer(
  { createApp, place, started, quiet, open }: ServerOptions,
  io: CommandIo,
): Promise<void> {
  let boundPort = 0;
  let isStopping = false;
  const gate = new Gate(() => originOf(place, reachedAt(place.host)[0] ?? place.host, boundPort));
  const app = createApp({
    isOwnHost: (header) => isHostOf(place, boundPort, header),
    check: (context) => gate.check(context),
    failed: (path, error) => {
      if (isStopping) return;
      const why = isForUser(error) ? error.message : whyOf(error);
      io.stderr(`${visibleLine(`ccdag: Cannot render \`${path}\`: ${why}`)}\n`);
    },
  });
  const server = await listen(app.fetch, place);
  boundPort = server.port;
  const { page, end } = await started();
  // Without the address, or a browser that has it, the server could not be reached.
  const addresses = reachedAt(place.host).map((name) => gate.addressOf(page, originOf(place, name, boundPort)));
  const isShared = !isLoopback(place.host);
  const notice = isShared ? await networkNotice(addresses[0]!, place, io) : "";
  const list = addresses.map((address) => `${address}\n`).join("");
  if (!quiet) io.stderr(`${list}${notice}Press Ctrl+C to stop.\n`);
  else if (!open) io.stderr(list);
  if (open) await openBrowser(gate.addressForOnce(page), io);
  await (io.stop ?? untilInterrupted());
  isStopping = true;
  server.close();
  await end?.();
}

/** Open the browser; if there is none, the server still runs. */
async function openBrowser(url: string, io: CommandIo): Promise<void> {
  const { default: open } = await import("open");
  const child = await open(url);
  child.on("error", (error) => io.stderr(`Cannot open a browser: ${whyOf(error)}\n`));
}
