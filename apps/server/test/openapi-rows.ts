import { randomUUID } from "node:crypto";
import { messageFormats } from "@ccdag/store/formats";
import type { Session } from "./api.ts";
import { commonRows, type Row, row, type Servers, transcript } from "./openapi-requests.ts";

const json = { "Content-Type": "application/json" };
const text = { "Content-Type": "text/plain" };
const blob = { role: "user", content: "a" };
const unknown = "11111111-1111-4111-8111-111111111111";
const large = "a".repeat(70_000);

/** A form with a message, and maybe a file. */
export function form(payload: unknown, file?: Blob): FormData {
  const data = new FormData();
  data.set("payload", JSON.stringify(payload));
  if (file !== undefined) data.set("a.txt", file, "a.txt");
  return data;
}

/** Refusals of a body that is no object of JSON. */
function bodyRows(id: string): Row[] {
  return [
    row(id, 400, "INVALID_BODY", () => ({ body: "{", headers: json })),
    row(id, 400, "INVALID_BODY", () => ({ body: [] })),
    row(id, 400, "INVALID_BODY", () => ({ body: "garbage", headers: { "Content-Type": "multipart/form-data" } })),
    row(id, 413, "TOO_LARGE", () => ({ body: `{"a":"${large}${large}"}`, headers: json })),
    row(id, 415, "UNSUPPORTED_MEDIA_TYPE", () => ({ body: "{}", headers: text })),
    row(id, 415, "UNSUPPORTED_MEDIA_TYPE", () => ({ body: form({}, new Blob(["a"])) })),
  ];
}

const pageRows = (id: string): Row[] => [
  row(id, 400, "INVALID_QUERY", () => ({ query: "?limit=201" })),
  row(id, 400, "INVALID_QUERY", () => ({ query: "?limit=-1" })),
  row(id, 400, "INVALID_CURSOR", () => ({ query: "?cursor=x" })),
];

const leafRows = (id: string): Row[] => [
  row(id, 400, "INVALID_LEAF_ID", () => ({ query: "?leaf_id=x" })),
  row(id, 404, "LEAF_NOT_FOUND", () => ({ query: `?leaf_id=${unknown}` })),
  row(id, 404, "LEAF_NOT_FOUND", ({ elsewhere }) => ({ query: `?leaf_id=${elsewhere}` })),
  row(id, 200, undefined, ({ message }) => ({ query: `?leaf_id=${message}` })),
];

const sessionRows: readonly Row[] = [
  ...pageRows("listSessions"),
  row("listSessions", 400, "INVALID_QUERY", () => ({ query: "?time_desc=yes" })),
  row("listSessions", 200, undefined, () => ({ query: "?limit=1&time_desc=true" })),
  row("listSessions", 400, "INVALID_QUERY", () => ({ query: "?filter_by_configs=[]" })),
  row("listSessions", 200, undefined, () => ({
    query: `?user=ada&filter_by_configs=${encodeURIComponent('{"a":1}')}`,
  })),
  ...["updateConfigs", "patchConfigs", "patchMessageMeta"].flatMap((id) => [
    ...bodyRows(id),
    row(id, 400, "INVALID_BODY", () => ({ body: {} })),
    row(id, 413, "TOO_LARGE", () => ({ body: { [id === "patchMessageMeta" ? "meta" : "configs"]: { a: large } } })),
  ]),
  row("patchMessageMeta", 400, "INVALID_MESSAGE_ID", () => ({ message: "x" })),
  row("patchMessageMeta", 404, "MESSAGE_NOT_FOUND", () => ({ message: unknown })),
  row("patchMessageMeta", 404, "MESSAGE_NOT_FOUND", ({ elsewhere }) => ({ message: elsewhere })),
  ...bodyRows("createSession"),
  row("createSession", 400, "INVALID_BODY", () => ({ body: { user: "" } })),
  row("createSession", 201, undefined, () => ({ body: undefined })),
  row("createSession", 201, undefined, () => ({
    body: { use_uuid: randomUUID(), configs: { a: 1 }, disable_task_tracking: true },
  })),
  row("createSession", 201, undefined, () => ({
    body: { use_uuid: null, configs: null, disable_task_tracking: null },
  })),
  row("createSession", 200, undefined, ({ session }) => ({ body: { use_uuid: session } })),
  row("createSession", 400, "INVALID_SESSION_ID", () => ({ body: { use_uuid: "x" } })),
  row("createSession", 400, "INVALID_BODY", () => ({ body: { use_uuid: 1 } })),
  row("createSession", 400, "INVALID_BODY", () => ({ body: { configs: [] } })),
  row("createSession", 409, "ID_CONFLICT", ({ foreign }) => ({ body: { use_uuid: foreign } })),
  row("createSession", 413, "TOO_LARGE", () => ({ body: { configs: { large } } })),
  ...pageRows("listBranches"),
  row("listBranches", 200, undefined, () => ({ query: "?limit=1" })),
  row("listBranches", 200, undefined, async ({ open }) => ({ session: await open.session() })),
  row("getTree", 200, undefined, async ({ open }) => ({ session: await open.session() })),
];

const key = (name: string) => ({ headers: { ...json, "Idempotency-Key": name } });

/** Store a message with a key; then the same key is sent again. */
async function stored({ open, session }: Servers): Promise<void> {
  await open.say(session, "kept", {}, key("one"));
}

const messageRows: readonly Row[] = [
  ...bodyRows("storeMessage"),
  row("storeMessage", 201, undefined, () => ({ body: form({ blob }) })),
  row("storeMessage", 201, undefined, ({ message }) => ({ body: { blob, meta: { a: 1 }, parent_id: message } })),
  row("storeMessage", 201, undefined, () => ({ body: { blob, parent_id: null, meta: null, root: true } })),
  row("storeMessage", 200, undefined, async (servers) => {
    await stored(servers);
    return { body: { blob: { role: "user", content: "kept" } }, ...key("one") };
  }),
  row("storeMessage", 409, "ID_CONFLICT", async (servers) => {
    await stored(servers).catch(() => {});
    return { body: { blob }, ...key("one") };
  }),
  row("storeMessage", 400, "INVALID_BODY", () => ({ body: { blob }, ...key("a".repeat(201)) })),
  row("storeMessage", 400, "INVALID_BODY", () => ({ body: {} })),
  row("storeMessage", 400, "INVALID_BODY", () => ({ body: { blob: { role: "nobody" } } })),
  row("storeMessage", 400, "INVALID_BODY", () => ({ body: { blob, format: "x" } })),
  row("storeMessage", 400, "INVALID_BODY", () => ({ body: { blob, root: "yes" } })),
  row("storeMessage", 400, "INVALID_PARENT_ID", () => ({ body: { blob, parent_id: "x" } })),
  row("storeMessage", 400, "INVALID_LEAF_ID", () => ({ body: { blob, expected_leaf_id: "x" } })),
  row("storeMessage", 404, "PARENT_NOT_FOUND", () => ({ body: { blob, parent_id: unknown } })),
  row("storeMessage", 404, "PARENT_NOT_FOUND", ({ elsewhere }) => ({ body: { blob, parent_id: elsewhere } })),
  row("storeMessage", 409, "LEAF_MOVED", ({ elsewhere }) => ({ body: { blob, expected_leaf_id: elsewhere } })),
  row("storeMessage", 413, "TOO_LARGE", () => ({ body: { blob, meta: { large } } })),
  ...pageRows("getMessages"),
  {
    id: "getMessages",
    status: 413,
    error: "TOO_LARGE",
    send: async ({ huge, session }) => huge.get(`session/${session}/messages`),
  },
  ...leafRows("getMessages"),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: "?scope=x" })),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: "?format=x" })),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: "?edit_strategies=x" })),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: '?edit_strategies=[{"type":"x"}]' })),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: "?with_events=true" })),
  row("getMessages", 400, "INVALID_QUERY", ({ message }) => ({ query: `?scope=session&leaf_id=${message}` })),
  row("getMessages", 200, undefined, () => ({ query: "?with_events=false&scope=session&limit=1" })),
  ...messageFormats.map((format) => row("getMessages", 200, undefined, () => ({ query: `?format=${format}&limit=1` }))),
  row("getMessages", 200, undefined, async ({ open }) => ({ session: await open.session() })),
  ...leafRows("tokenCounts"),
];

/** A lease of a group, and its first event. */
async function leased({ open, session }: Servers, name: string) {
  const { data } = await open.post<{ lease: string; events: { id: string }[] }>(
    `session/${session}/events/groups/${name}/lease`,
  );
  return { lease: data.lease, event_id: data.events[0]!.id };
}

const eventRows: readonly Row[] = [
  row("getEvents", 200, undefined, () => ({ query: "?limit=1&after=0-0" })),
  row("getEvents", 400, "INVALID_CURSOR", () => ({ query: "?after=x" })),
  row("getEvents", 400, "INVALID_QUERY", () => ({ query: "?limit=201" })),
  ...bodyRows("leaseEvents"),
  row("leaseEvents", 200, undefined, () => ({ name: `g-${randomUUID()}`, body: { limit: 1, seconds: 1 } })),
  row("leaseEvents", 400, "INVALID_BODY", () => ({ body: { seconds: 0 } })),
  row("leaseEvents", 400, "INVALID_BODY", () => ({ body: { limit: "1" } })),
  row("leaseEvents", 400, "INVALID_REF", () => ({ name: "a%20b" })),
  row("leaseEvents", 409, "LEASE_HELD", async (servers) => {
    await leased(servers, "held");
    return { name: "held" };
  }),
  ...bodyRows("acknowledgeEvents"),
  row("acknowledgeEvents", 200, undefined, async (servers) => ({ name: "a", body: await leased(servers, "a") })),
  row("acknowledgeEvents", 400, "INVALID_BODY", () => ({ body: {} })),
  row("acknowledgeEvents", 409, "LEASE_LOST", () => ({ body: { lease: unknown, event_id: "1-1" } })),
];

const tagged = (version: string, name = "If-Match") => ({ headers: { [name]: version } });

const refRows: readonly Row[] = [
  ...bodyRows("storeMessages"),
  row("storeMessages", 400, "INVALID_BODY", () => ({ body: { blobs: [] } })),
  row("storeMessages", 404, "REF_NOT_FOUND", () => ({ body: { blobs: [blob], branch: "none" } })),
  row("storeMessages", 409, "REF_EXISTS", ({ message }) => ({
    body: { blobs: [blob], branch: "best", from: message },
  })),
  row("storeMessages", 409, "LEAF_MOVED", ({ elsewhere }) => ({
    body: { blobs: [blob], branch: "best", expected: elsewhere },
  })),
  row("storeMessages", 201, undefined, ({ message }) => ({
    body: { blobs: [blob, blob], branch: `b-${randomUUID()}`, from: message },
  })),
  row("storeMessages", 201, undefined, () => ({ body: { blobs: [blob] }, ...key("turn") })),
  row("storeMessages", 200, undefined, () => ({ body: { blobs: [blob] }, ...key("turn") })),
  row("storeMessage", 400, "INVALID_REF", () => ({ body: { blob, branch: "a b" } })),
  row("storeMessage", 409, "REF_IS_TAG", async ({ open, session, message }) => {
    await open.send("PUT", `session/${session}/refs/tag`, { body: { message_id: message, kind: "tag" } });
    return { body: { blob, branch: "tag" } };
  }),
  ...pageRows("listRefs"),
  row("listRefs", 200, undefined, () => ({ query: "?limit=1" })),
  row("getRef", 404, "REF_NOT_FOUND", () => ({ name: "none" })),
  row("getRef", 200, undefined, () => ({ name: "main" })),
  row("getRef", 304, undefined, async (servers) => {
    const found = await servers.open.get(`session/${servers.session}/refs/best`);
    return tagged(found.headers.get("ETag")!, "If-None-Match");
  }),
  ...bodyRows("setRef"),
  row("setRef", 400, "INVALID_BODY", () => ({ body: {} })),
  row("setRef", 400, "INVALID_QUERY", () => tagged("1")),
  row("setRef", 404, "LEAF_NOT_FOUND", ({ elsewhere }) => ({ body: { message_id: elsewhere } })),
  row("setRef", 412, "REF_CHANGED", () => tagged('"99"')),
  row("setRef", 412, "REF_CHANGED", () => tagged("*", "If-None-Match")),
  row("setRef", 413, "TOO_LARGE", ({ message }) => ({ body: { message_id: message, meta: { large } } })),
  row("deleteRef", 412, "REF_CHANGED", () => tagged('"99"')),
  row("deleteRef", 404, "REF_NOT_FOUND", () => ({ name: "none" })),
  row("getMessages", 200, undefined, () => ({ query: "?branch=best" })),
  row("getMessages", 404, "REF_NOT_FOUND", () => ({ query: "?branch=none" })),
  row("getMessages", 400, "INVALID_QUERY", () => ({ query: "?scope=session&branch=best" })),
  row("tokenCounts", 200, undefined, () => ({ query: "?branch=best" })),
];

const transcriptRows: readonly Row[] = [
  ...leafRows("exportSession"),
  row("exportSession", 400, "INVALID_QUERY", () => ({ query: "?as=pdf" })),
  ...["json", "jsonl", "markdown", "html"].map((as) =>
    row("exportSession", 200, undefined, () => ({ query: `?as=${as}` })),
  ),
  row("importTranscripts", 400, "INVALID_BODY", () => ({ body: "garbage" })),
  row("importTranscripts", 413, "TOO_LARGE", () => ({ body: large + large })),
  row("importTranscripts", 409, "ID_CONFLICT", async ({ open }) => {
    const { data } = await open.post<Session>("session", { use_uuid: randomUUID() });
    await open.say(data.id, "a", {}, key("entry-1"));
    return { body: transcript(data.id, "entry-1") };
  }),
  row("getMetrics", 400, "INVALID_QUERY", () => ({ query: "?since=1" })),
  {
    id: "isReady",
    status: 503,
    error: "UNAVAILABLE",
    send: ({ broken }) => broken.get("/readyz"),
  },
];

/** Requests that get every answer that the OpenAPI document has. */
export const rows: readonly Row[] = [
  ...commonRows,
  ...sessionRows,
  ...messageRows,
  ...refRows,
  ...eventRows,
  ...transcriptRows,
];
