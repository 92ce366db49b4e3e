import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { serve } from "@hono/node-server";
import { RequestError } from "@ccdag/pipeline/tables";
import type { ServerPlace } from "./server-place.ts";

const defaultPort = 4173;

/** Answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Listen for requests.
 *
 * @param fetch answers requests.
 * @param place where.
 * @returns the port, and a function that ends it with all connections.
 * @throws RequestError if the port is in use.
 */
export async function listen(fetch: Fetch, place: ServerPlace): Promise<{ port: number; close: () => void }> {
  const server = await start(fetch, place);
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
    },
  };
}

async function start(fetch: Fetch, place: ServerPlace): Promise<Server> {
  try {
    return await tryPort(fetch, place, place.port ?? defaultPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (place.port !== undefined)
      throw new RequestError(`Unexpected --port \`${place.port}\`, which is in use; expected a free port`);
    return tryPort(fetch, place, 0);
  }
}

async function tryPort(fetch: Fetch, { host, tls }: ServerPlace, port: number): Promise<Server> {
  const encrypted = tls && { createServer, serverOptions: { ...tls } };
  const server = serve({ fetch, port, hostname: host, ...encrypted }) as Server;
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
