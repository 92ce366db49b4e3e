import type { Ref, Store } from "@ccdag/store";
import { type Context, Hono } from "hono";
import { done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { field, pageOf, readBody } from "../read-request.ts";

/** The routes of branches and tags. */
export function refRoutes(store: Store): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  routes.get("/session/:session_id/refs", async (context) => {
    const { refs, nextCursor } = await store.refs.list(context.req.param("session_id"), pageOf(context));
    const more = nextCursor === undefined ? {} : { next_cursor: nextCursor };
    return done(context, { refs: refs.map(refToWire), ...more, has_more: nextCursor !== undefined });
  });
  routes.get("/session/:session_id/refs/:name", async (context) => {
    const ref = await store.refs.get(context.req.param("session_id"), context.req.param("name"));
    // Without a version `main` moves with every message of the session.
    if (ref.version > 0 && context.req.header("If-None-Match") === tagOf(ref)) {
      context.header("ETag", tagOf(ref));
      return context.body(null, 304);
    }
    return answer(context, ref);
  });
  routes.put("/session/:session_id/refs/:name", async (context) => {
    const body = await readBody(context);
    const messageId = field(body, "message_id", "string");
    if (messageId === undefined) throw new Refusal("INVALID_BODY", "Expected a message_id, to which the name leads");
    const ref = await store.refs.set(context.req.param("session_id"), context.req.param("name"), {
      messageId,
      kind: field(body, "kind", "string") as Ref["kind"] | undefined,
      meta: field(body, "meta", "object"),
      expectedVersion: context.req.header("If-None-Match") === "*" ? 0 : expectedIn(context),
    });
    return answer(context, ref);
  });
  routes.delete("/session/:session_id/refs/:name", async (context) => {
    await store.refs.delete(context.req.param("session_id"), context.req.param("name"), expectedIn(context));
    return done(context, null);
  });
  return routes;
}

function answer(context: Context, ref: Ref): Response {
  if (ref.version > 0) context.header("ETag", tagOf(ref));
  return done(context, refToWire(ref));
}

function tagOf({ version }: Ref): string {
  return `"${version}"`;
}

/** The version of the header `If-Match`. */
function expectedIn(context: Context): number | undefined {
  const given = context.req.header("If-Match");
  if (given === undefined) return undefined;
  const version = /^"(\d{1,15})"$/.exec(given)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal("INVALID_QUERY", "Unexpected If-Match, expected the ETag of the branch or tag");
}

function refToWire({ name, kind, messageId, version, meta, updatedAt }: Ref) {
  return { name, kind, message_id: messageId, version, meta, updated_at: updatedAt.toISOString() };
}
