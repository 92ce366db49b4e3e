import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { serve } from "@hono/node-server";
import { RequestError } from "@ccdag/pipeline/tables";
import { host } from "./gate.ts";

const defaultPort = 4173;

/** Answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Listen on the loopback interface.
 *
 * @param fetch answers requests.
 * @param port the port; absent for the usual one, or any free port if that one is in use.
 * @returns the server, its port, and a function that ends it with all connections.
 * @throws RequestError if the port is in use.
 */
export async function listen(fetch: Fetch, port: number | undefined): Promise<{ port: number; close: () => void }> {
  const server = await start(fetch, port);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
    },
  };
}

async function start(fetch: Fetch, port: number | undefined): Promise<Server> {
  try {
    return await tryPort(fetch, port ?? defaultPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (port !== undefined)
      throw new RequestError(`Unexpected --port \`${port}\`, which is in use; expected a free port`);
    return tryPort(fetch, 0);
  }
}

async function tryPort(fetch: Fetch, port: number): Promise<Server> {
  const server = serve({ fetch, port, hostname: host }) as Server;
  if (!server.listening) await once(server, "listening");
  return server;
}

/**
 * Read the option `--port`.
 *
 * @throws RequestError if it is no port.
 */
export function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new RequestError(`Unexpected --port \`${value}\`, expected a number up to 65535`);
  return Number(value);
}
