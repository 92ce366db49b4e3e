import { ClientSessions } from "./client-sessions.ts";
import { createTransport, type Transport } from "./transport.ts";

/** Where the server is, and how it is asked. */
export interface StoreClientOptions {
  /** The address of the routes of the server, such as `http://127.0.0.1:8765/api/v1`. */
  readonly baseUrl: string;
  /** A token of the store, or the one that the server printed when it started (default: none). */
  readonly token?: string | undefined;
  /** What sends the requests (default: the global `fetch`). A place to log, to retry, or to add a signal. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** After how many milliseconds without a whole answer a call ends with a `TimeoutError` (default: 60000; 0 for no limit). */
  readonly timeoutMs?: number | undefined;
}

/** The time limit of a call, unless another one is named. */
const defaultTimeoutMs = 60_000;

/**
 * A client of a server of the conversation store.
 *
 * A call that is refused throws a {@link StoreRequestError}. If no answer arrives, it throws what `fetch` throws. The client
 * repeats no call. Calls that only read, `sessions.delete`, `sessions.create` with `useUuid`, and `sessions.storeMessage` with
 * an idempotency key can be repeated without harm.
 *
 * @example
 * const client = new StoreClient({ baseUrl: "http://127.0.0.1:8765/api/v1" });
 * const { id } = await client.sessions.create();
 * const first = await client.sessions.storeMessage(id, { role: "user", content: "Which beds need water?" });
 * await client.sessions.storeMessage(id, { role: "assistant", content: "Both." });
 * // A second branch:
 * await client.sessions.storeMessage(id, { role: "assistant", content: "The north bed." }, { parentId: first.id });
 */
export class StoreClient {
  /** The calls for sessions and their messages. */
  readonly sessions: ClientSessions;
  readonly #send: Transport;

  /**
   * @param options see {@link StoreClientOptions}.
   * @throws TypeError if `baseUrl` is not an address with `http` or `https`.
   */
  constructor({ baseUrl, token, fetch, timeoutMs = defaultTimeoutMs }: StoreClientOptions) {
    this.#send = createTransport({ baseUrl, token, fetch, timeoutMs });
    this.sessions = new ClientSessions(this.#send);
  }

  /**
   * Ask whether the server answers. It needs no token.
   *
   * @returns `pong`.
   */
  async ping(): Promise<string> {
    return (await this.#send({ method: "GET", path: "ping" })).msg;
  }
}
