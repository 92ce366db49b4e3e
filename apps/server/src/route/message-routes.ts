import {
  buildContext,
  estimateTokens,
  estimatorName,
  type AppendOptions,
  type JsonRecord,
  type MessageContent,
  type OrderedPageRequest,
  type StoredMessage,
  readStrategies,
  type Store,
  StoreError,
  type Strategy,
} from "@ccdag/store";
import {
  fromFormat,
  type MessageFormat,
  messageFormats,
  metaOfProgram,
  toFormat,
  withMeta,
} from "@ccdag/store/formats";
import { type Context, Hono } from "hono";
import { created, done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { field, oneOf, pageOf, readBody } from "../read-request.ts";
import { ReadBudget, type Read, type ReadShare, readWhole } from "../read-whole.ts";
import { toWire } from "../wire.ts";

/** Parameters of the service that the routes are modelled on, which would change the answer and are not offered. */
const notOffered = ["with_events", "with_asset_public_url", "pin_editing_strategies_at_message"];

/** The routes of messages. */
export function messageRoutes(store: Store): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  const budget = new ReadBudget();
  routes.post("/session/:session_id/messages", async (context) => {
    const body = await readBody(context);
    const content = readContent(body["blob"], body);
    const { message, isNew } = await store.append(context.req.param("session_id"), content, placeIn(context, body));
    return isNew ? created(context, toWire(message), placeOf(message)) : done(context, toWire(message));
  });
  routes.post("/session/:session_id/messages/batch", async (context) => {
    const body = await readBody(context);
    const blobs = body["blobs"];
    if (!Array.isArray(blobs)) throw new Refusal("INVALID_BODY", "Unexpected blobs, expected a list of messages");
    const contents = blobs.map((blob) => readContent(blob, body));
    const session = context.req.param("session_id");
    const { messages, isNew } = await store.appendTurn(session, contents, placeIn(context, body));
    const data = { items: messages.map(toWire) };
    return isNew ? created(context, data, placeOf(messages.at(-1)!)) : done(context, data);
  });
  routes.get("/session/:session_id/messages", (context) =>
    budget.within(async (share) => done(context, await readMessages(store, context, share))),
  );
  routes.get("/session/:session_id/token_counts", async (context) => {
    const session = context.req.param("session_id");
    const [leafId, branch] = [context.req.query("leaf_id"), context.req.query("branch")];
    const isAll = leafId === undefined && branch === undefined;
    const { items } = await (isAll ? store.messages(session) : store.path(session, { leafId, branch }));
    return done(context, { total_tokens: tokensOf(items), estimator: estimatorName });
  });
  return routes;
}

/** A message of a body, as the store keeps it. */
function readContent(blob: unknown, body: JsonRecord): MessageContent {
  const format = messageFormats.find((one) => one === (field(body, "format", "string") ?? "openai"));
  if (format === undefined)
    throw new Refusal("INVALID_BODY", `Unexpected format, expected ${messageFormats.join(", ")}`);
  return withMeta(fromFormat(blob, format), field(body, "meta", "object") ?? {});
}

/** Where the messages of a body go. */
function placeIn(context: Context, body: JsonRecord): AppendOptions {
  const branch = field(body, "branch", "string");
  const [expected, leaf] = [field(body, "expected", "string"), field(body, "expected_leaf_id", "string")];
  if (expected !== undefined && leaf !== undefined)
    throw new Refusal("INVALID_BODY", "Unexpected expected_leaf_id beside expected: give one of the two");
  return {
    parentId: field(body, "parent_id", "string"),
    root: field(body, "root", "boolean"),
    branch,
    from: field(body, "from", "string"),
    expectedLeafId: expected ?? leaf,
    key: context.req.header("Idempotency-Key"),
  };
}

/** Where a message is read. */
function placeOf({ sessionId, id }: StoredMessage): string {
  return `session/${sessionId}/messages?leaf_id=${id}&limit=1&time_desc=true&format=acontext`;
}

async function readMessages(store: Store, context: Context, share: ReadShare): Promise<JsonRecord> {
  for (const name of notOffered)
    if (!["false", ""].includes(context.req.query(name) ?? ""))
      throw new Refusal("INVALID_QUERY", `Unexpected ${name}, which is not offered`);
  const session = context.req.param("session_id")!;
  const format = oneOf(context, "format", ["openai", ...messageFormats.filter((one) => one !== "openai")]);
  const scope = oneOf(context, "scope", ["path", "session"]);
  const leafId = context.req.query("leaf_id");
  if (scope === "session" && leafId !== undefined)
    throw new Refusal("INVALID_QUERY", "Unexpected leaf_id with the scope session, which has no leaf");
  const branch = context.req.query("branch");
  if (scope === "session" && branch !== undefined)
    throw new Refusal("INVALID_QUERY", "Unexpected branch with the scope session, which has all");
  const page = pageOf(context);
  const strategies = strategiesIn(context.req.query("edit_strategies"));
  const readPage = (one: OrderedPageRequest): Promise<Read> =>
    scope === "session" ? store.messages(session, one) : store.path(session, { ...one, leafId, branch });
  const read = await (page.limit ? readPage(page) : readWhole(readPage, page, share));
  // Strategies count from the newest message, and formats match results with calls before them, whatever the order of the page.
  const inOrder = page.timeDesc ? read.items.toReversed() : read.items;
  const { messages, tokens } = buildContext(inOrder, { strategies, compaction: false });
  const shown = page.timeDesc ? itemsOf(messages, format).toReversed() : itemsOf(messages, format);
  const at = shown.map(({ index }) => messages[index]!);
  return {
    items: shown.map(({ item }) => item),
    ids: at.map(({ id }) => id),
    metas: at.map(metaOfProgram),
    parent_ids: at.map(({ parentId }) => parentId),
    ...(scope === "session" ? {} : { leaf_id: read.leafId ?? null, is_leaf: read.isLeaf ?? false }),
    ...(read.nextCursor === undefined ? {} : { next_cursor: read.nextCursor }),
    has_more: read.nextCursor !== undefined,
    this_time_tokens: tokens,
  };
}

function itemsOf(messages: readonly StoredMessage[], format: MessageFormat) {
  if (format !== "acontext") return toFormat(messages, format);
  return messages.map((message, index) => ({ item: { ...toWire(message) } as unknown as JsonRecord, index }));
}

/** The strategies of the parameter `edit_strategies`. */
function strategiesIn(text: string | undefined): readonly Strategy[] {
  if (text === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Refusal("INVALID_QUERY", "edit_strategies is not JSON");
  }
  try {
    return readStrategies(list);
  } catch (error) {
    throw error instanceof StoreError ? new Refusal("INVALID_QUERY", error.message) : error;
  }
}

function tokensOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}
