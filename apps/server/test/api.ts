import { deepEqual } from "node:assert/strict";
import { openStore, type Store } from "@ccdag/store";
import { afterAll, beforeAll } from "vitest";
import { type AppOptions, createApp } from "../src/index.ts";
import type { WireMessage } from "../src/wire.ts";
import type { Database } from "./databases.ts";
import { faultsOf, operationOf, requestFaultsOf } from "./document.ts";

/** What a request has beside its method and path. */
export interface Given {
  /** A form, a text or bytes as they are; anything else is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly token?: string | undefined;
  /** The address before the path. */
  readonly origin?: string | undefined;
}

/** An answer. */
export interface Answer<T = unknown> {
  readonly status: number;
  /** `data` of the body; what the test says it is. */
  readonly data: T;
  readonly error: string | undefined;
  readonly msg: string;
  readonly text: string;
  readonly headers: Headers;
}

/** `data` of an answer with messages. */
export interface Messages {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly ids: readonly string[];
  readonly metas: readonly Readonly<Record<string, unknown>>[];
  readonly parent_ids: readonly (string | null)[];
  readonly leaf_id?: string | null;
  readonly is_leaf?: boolean;
  readonly next_cursor?: string;
  readonly has_more: boolean;
  readonly this_time_tokens: number;
}

/** `data` of an answer with leaves. */
export interface Branches {
  readonly leaves: readonly { message_id: string; depth: number; created_at: string; is_default: boolean }[];
  readonly next_cursor?: string;
  readonly has_more: boolean;
}

/** `data` of an answer with a session. */
export interface Session {
  readonly id: string;
  readonly project_id: string;
  readonly user: string | null;
  readonly user_id: string | null;
  readonly configs: Readonly<Record<string, unknown>>;
}

/** Something that answers requests: an app, or a server behind a port. */
export type Answering = (request: Request) => Response | Promise<Response>;

/**
 * Sends requests, and checks each answer: the status is `code` of the body (P7), and the body is what the OpenAPI document says.
 * A test that uses it proves both for all that it sends.
 */
export class Api {
  readonly #answer: Answering;
  readonly #origin: string;

  constructor(answer: Answering, origin = "http://localhost") {
    this.#answer = answer;
    this.#origin = origin;
  }

  async send<T>(method: string, path: string, given: Given = {}): Promise<Answer<T>> {
    const { body, token, origin = this.#origin } = given;
    const isRaw =
      body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    const headers = new Headers({
      ...(isRaw ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...given.headers,
    });
    const url = new URL(path.startsWith("/") ? `${origin}${path}` : `${origin}/api/v1/${path}`);
    const request = new Request(url, { method, headers, body: isRaw ? (body as BodyInit) : JSON.stringify(body) });
    const response = await this.#answer(request);
    const text = await response.text();
    const type = (response.headers.get("Content-Type") ?? "").split(";")[0]!;
    const parsed: unknown = type === "application/json" ? JSON.parse(text) : text;
    checkAnswer(`${method} ${url.pathname}`, response.status, type, parsed, isRaw ? undefined : body);
    const { data, error, msg } = parsed as { data: T; error?: string; msg: string };
    return { status: response.status, data, error, msg, text, headers: response.headers };
  }

  get<T = Messages>(path: string, given?: Given): Promise<Answer<T>> {
    return this.send("GET", path, given);
  }

  post<T = WireMessage>(path: string, body?: unknown, given?: Given): Promise<Answer<T>> {
    return this.send("POST", path, { ...given, body });
  }

  /** Create a session; its id. */
  async session(given?: Given): Promise<string> {
    const { status, data } = await this.post<Session>("session", undefined, given);
    deepEqual(status, 201);
    return data.id;
  }

  /** Store a text of a person; the message. `more` has other fields of the request. */
  async say(session: string, content: string, more: object = {}, given?: Given): Promise<WireMessage> {
    const body = { blob: { role: "user", content }, ...more };
    const { status, data } = await this.post(`session/${session}/messages`, body, given);
    deepEqual(status, 201);
    return data;
  }

  /** Store texts, each after the one before; their ids. */
  async sayAll(session: string, ...texts: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const text of texts) ids.push((await this.say(session, text)).id);
    return ids;
  }

  /** Read messages of a session. `query` has the parameters. */
  async read(session: string, query: Query = {}): Promise<Messages> {
    const { status, data } = await this.get(`session/${session}/messages?${queryOf(query)}`);
    deepEqual(status, 200);
    return data;
  }

  /** The texts of a branch. */
  async texts(session: string, query: Query = {}): Promise<unknown[]> {
    return (await this.read(session, query)).items.map(({ content }) => content);
  }
}

/** Parameters as they are in an address. */
export function queryOf(query: Query): string {
  return new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
}

function checkAnswer(request: string, status: number, type: string, body: unknown, sent: unknown): void {
  const [method, pathname] = request.split(" ") as [string, string];
  const operation = operationOf(method, pathname);
  const { code } = body as { code?: unknown };
  const isEnvelope = status >= 400 || (type === "application/json" && !/\/(?:openapi\.json|export)$/.test(pathname));
  if (isEnvelope) deepEqual([request, code], [request, status < 300 ? 0 : status]);
  deepEqual([request, status, faultsOf(operation, { status, type, body })], [request, status, []]);
  if (status < 300 && operation !== undefined && sent !== undefined)
    deepEqual([request, requestFaultsOf(operation, sent)], [request, []]);
}

/** A server over a database. */
export interface World {
  readonly api: Api;
  readonly store: Store;
  /** Where a second server finds the same store; absent for one in memory. */
  readonly place: string | undefined;
}

/** Make a server over a database, for the tests of one group. */
export function apiOver(database: Database, options?: AppOptions): World {
  const made: { api?: Api; store?: Store; place?: string | undefined } = {};
  beforeAll(async () => {
    made.place = await database.make();
    made.store = await openStore(made.place);
    const app = createApp(made.store, options);
    made.api = new Api((request) => app.fetch(request));
  });
  afterAll(async () => {
    await made.store?.close();
    await database.remove();
  });
  return made as World;
}

/** A list from its end. */
export function reversed<T>(list: readonly T[]): T[] {
  return [...list].reverse();
}

/** Numbers in their order. */
export function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Parameters of a request. */
export type Query = Readonly<Record<string, string | number | boolean>>;
