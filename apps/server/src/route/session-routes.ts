import { isJsonObject, type JsonRecord, maxLimit, type Store } from "@ccdag/store";
import { Hono } from "hono";
import { created, done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { field, pageOf, readBody } from "../read-request.ts";
import { sessionToWire } from "../wire.ts";

/** The routes of sessions. */
export function sessionRoutes(store: Store): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  routes.get("/session", async (context) => {
    const { items, nextCursor } = await store.sessions({
      ...pageOf(context, maxLimit),
      projectId: context.get("project"),
      user: context.req.query("user") || undefined,
      configs: filterIn(context.req.query("filter_by_configs")),
    });
    const more = nextCursor === undefined ? {} : { next_cursor: nextCursor };
    return done(context, { items: items.map(sessionToWire), ...more, has_more: nextCursor !== undefined });
  });
  routes.post("/session", async (context) => {
    const body = await readBody(context, true);
    const session = {
      id: field(body, "use_uuid", "string"),
      projectId: context.get("project"),
      user: field(body, "user", "string"),
      configs: field(body, "configs", "object"),
      disableTaskTracking: field(body, "disable_task_tracking", "boolean"),
    };
    const { isNew, ...made } = await store.createSession(session);
    const wire = sessionToWire(made);
    return isNew ? created(context, wire, `session/${made.id}`) : done(context, wire);
  });
  routes.get("/session/:session_id", async (context) =>
    done(context, sessionToWire(await store.session(context.req.param("session_id")))),
  );
  routes.delete("/session/:session_id", async (context) => {
    await store.deleteSession(context.req.param("session_id"));
    return done(context, null);
  });
  routes.get("/session/:session_id/branches", async (context) => {
    const { leaves, nextCursor } = await store.leaves(context.req.param("session_id"), pageOf(context));
    const more = nextCursor === undefined ? {} : { next_cursor: nextCursor };
    const items = leaves.map(({ messageId, depth, createdAt, isDefault }) => ({
      message_id: messageId,
      depth,
      created_at: createdAt.toISOString(),
      is_default: isDefault,
    }));
    return done(context, { leaves: items, ...more, has_more: nextCursor !== undefined });
  });
  routes.get("/session/:session_id/tree", async (context) => {
    const { nodes, forks, leafId } = await store.tree(context.req.param("session_id"));
    const items = nodes.map(({ id, parentId, depth, seq, role, childCount, createdAt }) => ({
      id,
      parent_id: parentId,
      depth,
      seq,
      role,
      child_count: childCount,
      created_at: createdAt.toISOString(),
    }));
    return done(context, { nodes: items, forks, leaf_id: leafId });
  });
  return routes;
}

/** What the configs of sessions must contain: an object as JSON. */
function filterIn(text: string | undefined): JsonRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const filter: unknown = JSON.parse(text);
    if (isJsonObject(filter)) return filter;
  } catch {
    // It is named below.
  }
  throw new Refusal("INVALID_QUERY", "Unexpected filter_by_configs, expected an object as JSON");
}
