import { StoreRequestError } from "./store-request-error.ts";

/** What a call sends. */
export interface StoreCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The route, without a `/` before it. Ids in it are escaped. */
  readonly path: string;
  /** Parameters; those without a value are not sent. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The answer is a stream of events, until this ends it: `data` is its body. */
  readonly stream?: AbortSignal | undefined;
}

/** What was answered to a call that was carried out. */
interface StoreAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly msg: string;
}

/** Send a call, and read the answer. */
export type Transport = (call: StoreCall) => Promise<StoreAnswer>;

/** Where calls are sent, and how. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly timeoutMs: number;
}

/**
 * Make a transport.
 *
 * @throws TypeError if `baseUrl` is not the address of a server.
 */
export function createTransport({ baseUrl, token, fetch, timeoutMs }: TransportOptions): Transport {
  const { protocol, origin, pathname } = readUrl(baseUrl);
  if (protocol !== "http:" && protocol !== "https:") throw invalidUrl(baseUrl);
  const base = `${origin}${pathname.endsWith("/") ? pathname : `${pathname}/`}`;
  // In a browser `fetch` cannot be called as a method of another object.
  const send = fetch ?? ((input, init) => globalThis.fetch(input, init));
  return async ({ method, path, query = {}, body, headers, stream }) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
    const response = await send(`${base}${path}${search}`, {
      method,
      headers: {
        Accept: stream ? "text/event-stream" : "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      // A redirected POST would become a GET.
      redirect: "manual",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(stream ? { signal: stream } : timeoutMs === 0 ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
    });
    if (stream && response.ok && response.headers.get("Content-Type")?.startsWith("text/event-stream"))
      return { status: response.status, data: response.body, msg: "" };
    // A stream that is none is not of a store, whatever else it is.
    if (stream && response.ok) return readAnswer(response.status, "");
    return readAnswer(response.status, await response.text());
  };
}

/**
 * An id as a segment of a path.
 *
 * @throws TypeError for a text that would lead to another route.
 */
export function segment(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError(`Unexpected session id "${id}", expected a UUID`);
  return encodeURIComponent(id);
}

function readUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw invalidUrl(text);
  }
}

function invalidUrl(text: string): TypeError {
  return new TypeError(`Unexpected baseUrl "${text}", expected an address such as http://127.0.0.1:8765/api/v1`);
}

function readAnswer(status: number, text: string): StoreAnswer {
  const { code, data, msg, error } = readEnvelope(text);
  if (status >= 200 && status < 300 && code === 0) return { status, data, msg: typeof msg === "string" ? msg : "" };
  if (typeof error === "string" && typeof msg === "string") throw new StoreRequestError(status, error, msg);
  const message = `Unexpected answer with status ${status}, expected that of a store`;
  throw new StoreRequestError(status, "UNEXPECTED_ANSWER", message);
}

function readEnvelope(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
