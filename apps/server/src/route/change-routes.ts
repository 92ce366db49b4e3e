import type { JsonRecord, Store } from "@ccdag/store";
import { metaOfProgram } from "@ccdag/store/formats";
import { type Context, Hono } from "hono";
import { created, done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { field, readBody } from "../read-request.ts";
import { sessionToWire } from "../wire.ts";

/** The routes that change what programs want to know of a session and its messages, and that copy a session. */
export function changeRoutes(store: Store): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  routes.get("/session/:session_id/configs", async (context) =>
    done(context, sessionToWire(await store.session(context.req.param("session_id")))),
  );
  routes.put("/session/:session_id/configs", async (context) => {
    const configs = await objectIn(context, "configs");
    return done(context, sessionToWire(await store.setConfigs(context.req.param("session_id"), configs)));
  });
  routes.patch("/session/:session_id/configs", async (context) => {
    const patch = await objectIn(context, "configs");
    const { configs } = await store.patchConfigs(context.req.param("session_id"), patch);
    return done(context, { configs });
  });
  routes.patch("/session/:session_id/messages/:message_id/meta", async (context) => {
    const patch = await objectIn(context, "meta");
    const { session_id: session, message_id: message } = context.req.param();
    return done(context, { meta: metaOfProgram(await store.patchMeta(session, message, patch)) });
  });
  routes.post("/session/:session_id/copy", async (context) => {
    const old = context.req.param("session_id");
    const { id } = await store.copySession(old);
    return created(context, { old_session_id: old, new_session_id: id }, `session/${id}`);
  });
  return routes;
}

async function objectIn(context: Context<Visitor>, name: string): Promise<JsonRecord> {
  const value = field(await readBody(context), name, "object");
  if (value === undefined) throw new Refusal("INVALID_BODY", `Expected ${name}, an object`);
  return value;
}
