import { randomUUID } from "node:crypto";
import { type Path, type Store, StoreError } from "@ccdag/store";
import { createApp } from "../src/index.ts";
import { type Answer, Api, type Given } from "./api.ts";
import { operations } from "./document.ts";

/** Servers over one store, and what is in it. */
export interface Servers {
  /** Without a token; it takes 100,000 bytes. */
  readonly open: Api;
  /** With a token. */
  readonly closed: Api;
  /** Its database fails. */
  readonly broken: Api;
  /** Its messages have 100 MB. */
  readonly huge: Api;
  /** Its database is away. */
  readonly away: Api;
  readonly session: string;
  /** A session of another project. */
  readonly foreign: string;
  readonly message: string;
  /** A message of another session. */
  readonly elsewhere: string;
}

/** The token of {@link Servers.closed}. */
const token = "a-token";

/** Make servers over a store. */
export async function serversOver(store: Store): Promise<Servers> {
  const projectId = "00000000-0000-0000-0000-000000000000";
  const own = { name: "a", projectId, isReadOnly: false, createdAt: new Date() };
  const tokens = {
    ...store.tokens,
    find: async (given: string) => (given === token ? own : undefined),
    list: async () => [own],
  };
  const fail = () => Promise.reject(new Error("the disk is full"));
  const awayNow = () => Promise.reject(new StoreError("UNAVAILABLE", "The database does not answer; try again"));
  const api = (app: ReturnType<typeof createApp>) => new Api((request) => app.fetch(request));
  const open = api(createApp(store, { maxBodyBytes: 100_000 }));
  const session = await open.session();
  const message = (await open.say(session, "a")).id;
  await open.send("PUT", `session/${session}/refs/best`, { body: { message_id: message } });
  return {
    open,
    closed: api(createApp({ ...store, tokens })),
    broken: api(createApp({ ...store, ready: fail, tokens: { ...tokens, find: fail, list: fail } })),
    huge: api(createApp({ ...store, path: async (id, page) => hugePath(await store.path(id, page)) })),
    away: api(createApp({ ...store, tokens: { ...tokens, find: awayNow, list: awayNow } })),
    session,
    foreign: (await store.createSession({ projectId: randomUUID() })).id,
    message,
    elsewhere: (await open.say(await open.session(), "b")).id,
  };
}

/** A path whose messages have a text of 100 MB, of which each character is a space. */
function hugePath(path: Path): Path {
  const parts = [{ type: "text", text: " ".repeat(100_000_000) }];
  return { ...path, items: path.items.map((item) => ({ ...item, parts })) };
}

/** A request that is carried out: its body, and its path below that of the operation. */
const goodRequests: Readonly<Record<string, (servers: Servers) => Promise<Changes>>> = {
  createSession: async () => ({ body: {} }),
  storeMessage: async () => ({ body: { blob: { role: "user", content: "c" } } }),
  storeMessages: async () => ({ body: { blobs: [{ role: "user", content: "c" }] } }),
  updateConfigs: async () => ({ body: { configs: { a: 1 } } }),
  patchConfigs: async () => ({ body: { configs: { a: null } } }),
  patchMessageMeta: async () => ({ body: { meta: { a: 1 } } }),
  leaseEvents: async () => ({ body: {} }),
  acknowledgeEvents: async ({ open, session }) => {
    const name = `g-${randomUUID()}`;
    const { data } = await open.post<{ lease: string; events: { id: string }[] } | undefined>(
      `session/${session}/events/groups/${name}/lease`,
    );
    return { name, body: { lease: data?.lease ?? randomUUID(), event_id: data?.events[0]?.id ?? "0-0" } };
  },
  setRef: async ({ message }) => ({ body: { message_id: message } }),
  importTranscripts: async () => ({ body: transcript(randomUUID(), randomUUID()) }),
};

/** The status of a request that is carried out, if it is not 200. */
const goodStatuses: Readonly<Record<string, number>> = {
  createSession: 201,
  storeMessage: 201,
  storeMessages: 201,
  copySession: 201,
};

/** A line of a transcript. */
export function transcript(sessionId: string, uuid: string): string {
  const message = { role: "user", content: "Hello" };
  const times = { timestamp: "2026-03-11T10:00:00.000Z", version: "2.0.0", cwd: "/a" };
  return `${JSON.stringify({ type: "user", uuid, parentUuid: null, sessionId, ...times, message })}\n`;
}

/** A request, and how it is answered. */
export interface Row {
  /** The operation. */
  readonly id: string;
  readonly status: number;
  readonly error?: string | undefined;
  readonly send: (servers: Servers) => Promise<Answer>;
}

/** Ask an operation. `changes` are made to the request that is carried out. */
export async function ask(id: string, servers: Servers, api: Api, changes: Changes = {}): Promise<Answer> {
  const { method, path } = operations.find((one) => one.id === id)!;
  const good: Changes = (await goodRequests[id]?.(servers)) ?? {};
  const {
    session = id === "deleteSession" ? await servers.open.session() : servers.session,
    query = "",
    name = id === "deleteRef" ? await newRef(servers) : (good.name ?? "best"),
  } = changes;
  const { headers, body = good.body } = changes;
  const names = { session_id: session, message_id: changes.message ?? servers.message, name };
  const place = path.replaceAll(/\{(\w+)\}/g, (_, variable: keyof typeof names) => names[variable]);
  return api.send(method, `${place}${query}`, { ...changes, body, headers });
}

/** What differs from a request that is carried out. */
interface Changes extends Given {
  readonly session?: string;
  readonly query?: string;
  readonly message?: string;
  /** The name of a branch or a tag. */
  readonly name?: string;
}

/** A branch of the session that all requests ask for. */
async function newRef({ open, session, message }: Servers): Promise<string> {
  const name = `branch-${randomUUID()}`;
  await open.send("PUT", `session/${session}/refs/${name}`, { body: { message_id: message } });
  return name;
}

/** The answers that all operations of a kind have in common. */
export const commonRows: readonly Row[] = operations.flatMap(({ id, path, statuses }) => {
  const rows: Row[] = [];
  const add = (status: number, error: string | undefined, api: keyof Servers, changes: Changes) =>
    rows.push({ id, status, error, send: (servers) => ask(id, servers, servers[api] as Api, changes) });
  const isOffered = !statuses.includes(501);
  if (isOffered) add(goodStatuses[id] ?? 200, undefined, "open", {});
  else add(501, "NOT_IMPLEMENTED", "open", {});
  add(403, "FORBIDDEN", "open", { origin: "http://evil.example" });
  if (!statuses.includes(401)) return rows;
  add(401, "UNAUTHORIZED", "closed", {});
  add(401, "UNAUTHORIZED", "closed", { token: "another" });
  add(500, "INTERNAL", "broken", {});
  add(503, "UNAVAILABLE", "away", {});
  if (!path.includes("{session_id}")) return rows;
  for (const [api, given] of isOffered
    ? ([
        ["open", {}],
        ["closed", { token }],
      ] as const)
    : ([["closed", { token }]] as const)) {
    add(400, "INVALID_SESSION_ID", api, { ...given, session: "x" });
    add(404, "SESSION_NOT_FOUND", api, { ...given, session: randomUUID() });
  }
  rows.push({
    id,
    status: 404,
    error: "SESSION_NOT_FOUND",
    send: (servers) => ask(id, servers, servers.closed, { token, session: servers.foreign }),
  });
  return rows;
});

/** One row for an operation that answers a request with a status. */
export function row(
  id: string,
  status: number,
  error: string | undefined,
  changes: (servers: Servers) => Changes | Promise<Changes>,
): Row {
  return { id, status, error, send: async (servers) => ask(id, servers, servers.open, await changes(servers)) };
}
