import { isForUser, visibleLine } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { type Access, type Fetch, Gate, host, listen } from "@ccdag/site/live";
import { untilInterrupted } from "./interrupted.ts";
import type { CommandIo } from "./io.ts";

/** What is served, and how. */
export interface ServerOptions {
  /** Creates the application. */
  readonly createApp: (access: Access) => { readonly fetch: Fetch };
  /** The port; absent for the usual one. */
  readonly port: number | undefined;
  /** Called when the server listens; returns the path of the page to open, and a function that ends what was begun. */
  readonly started: () => Promise<{ readonly page: string; readonly end?: (() => Promise<void>) | undefined }>;
  /** Whether only the address is printed (default: `false`). */
  readonly quiet?: boolean | undefined;
  /** Whether the browser of this machine is opened (default: `false`). */
  readonly open?: boolean | undefined;
}

/** Serve until the command is interrupted, for the browsers that open the printed address. */
export async function runServer(
  { createApp, port, started, quiet, open }: ServerOptions,
  io: CommandIo,
): Promise<void> {
  let boundPort = 0;
  let isStopping = false;
  const gate = new Gate(() => boundPort);
  const app = createApp({
    isOwnHost: (name) => hostNames(boundPort).includes(name),
    check: (context) => gate.check(context),
    failed: (path, error) => {
      if (isStopping) return;
      const why = isForUser(error) ? error.message : whyOf(error);
      io.stderr(`${visibleLine(`ccdag: Cannot render \`${path}\`: ${why}`)}\n`);
    },
  });
  const server = await listen(app.fetch, port);
  boundPort = server.port;
  const { page, end } = await started();
  // Without the address, or a browser that has it, the server could not be reached.
  if (!quiet || !open) io.stderr(`${gate.addressOf(page)}\n${quiet ? "" : "Press Ctrl+C to stop.\n"}`);
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

/** The Host headers that a browser sends to the printed address; without the port if it is the default port of HTTP. */
function hostNames(port: number): string[] {
  return port === 80 ? [host, `${host}:80`] : [`${host}:${port}`];
}
