import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { openStore, type Store, StoreError, type StoreOptions } from "@ccdag/store";
import { type AppOptions, createApp } from "./app.ts";
import { basePath } from "./base-path.ts";
import { isLoopback } from "./guard.ts";
import { stopperOf } from "./stop.ts";

/** Where a server listens, and what it serves. */
export interface ServeStoreOptions extends Pick<AppOptions, "maxBodyBytes" | "log">, Pick<StoreOptions, "durable"> {
  /** As for `openStore`: a folder, the address of a PostgreSQL server, or nothing for a store in memory. */
  readonly where?: string | undefined;
  /** (default: 8765; 0 for a free one). */
  readonly port?: number | undefined;
  /**
   * A token that opens all projects (default: a new one, unless the store has tokens); `false` for none: then every account of
   * this machine may read and write, unless the store has tokens.
   */
  readonly token?: string | false | undefined;
  /** The address to listen on (default: `127.0.0.1`). Others than those of this machine need a token in the store. */
  readonly host?: string | undefined;
  /** How many seconds a request that runs may take when the server is closed (default: 10). */
  readonly graceSeconds?: number | undefined;
}

/** A server that listens. */
export interface RunningServer {
  /** The address of its routes, such as `http://127.0.0.1:8765/api/v1`. */
  readonly url: string;
  /** The token of the server; absent where those of the store are needed, or none. */
  readonly token?: string | undefined;
  /** Stop: no new requests, those that run are answered, then the store is closed. */
  readonly close: () => Promise<void>;
}

/** The port of a server, unless another one is named. */
export const defaultPort = 8765;

/**
 * Serve a store.
 *
 * @param options see {@link ServeStoreOptions}.
 * @throws StoreError if the store cannot be opened, or `INVALID_BODY` if the address is public and the store has no token; the error
 *   of the system if the port is taken.
 */
export async function serveStore(options: ServeStoreOptions = {}): Promise<RunningServer> {
  const {
    where,
    port = defaultPort,
    host = "127.0.0.1",
    graceSeconds = 10,
    token: given,
    durable,
    ...appOptions
  } = options;
  const store = await openStore(where, { durable });
  try {
    const isPublic = !isLoopback(host);
    if (isPublic && (await store.tokens.list()).length === 0)
      throw new StoreError(
        "INVALID_BODY",
        `Refused to listen on ${host} without a token: anybody could read the store`,
      );
    const token = isPublic ? undefined : await ownToken(store, given);
    const stopping = new AbortController();
    const app = createApp(store, { ...appOptions, isPublic, token, stopping: stopping.signal });
    const listener = getRequestListener(app.fetch, { hostname: "localhost" });
    const server = createServer((request, response) => void listener(request, response));
    // A client that uses a connection again must not find it closed: the database may take longer than the 5 s of Node.
    server.keepAliveTimeout = keepAliveSeconds * 1000;
    const stop = stopperOf(server, graceSeconds);
    await listen(server, port, host);
    const address = server.address() as AddressInfo;
    const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
    let closed: Promise<void> | undefined;
    return {
      token,
      url: `http://${name}:${address.port}${basePath}`,
      close: () => {
        stopping.abort();
        return (closed ??= stop().then(() => store.close()));
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const keepAliveSeconds = 120;

/** The token that a server on this machine has of its own. */
async function ownToken(store: Store, given: string | false | undefined): Promise<string | undefined> {
  if (given === false) return undefined;
  if (given !== undefined) return given;
  return (await store.tokens.list()).length > 0 ? undefined : `ccdag_${randomBytes(32).toString("base64url")}`;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
