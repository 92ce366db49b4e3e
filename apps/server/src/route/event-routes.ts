import { setTimeout } from "node:timers/promises";
import { type SessionEvent, type Store, StoreError } from "@ccdag/store";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { field, pageOf, readBody } from "../read-request.ts";
import { toWire } from "../wire.ts";

/** How often it is looked for events, and after which silence a sign is given, in milliseconds. */
const [pollMs, signMs] = [300, 15_000];

/**
 * The routes of events.
 *
 * @param store an open store.
 * @param stopping ends the streams.
 */
export function eventRoutes(store: Store, stopping: AbortSignal): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  routes.get("/session/:session_id/events", async (context) => {
    const session = context.req.param("session_id");
    // A browser that connects again sends what it saw last.
    const after = context.req.header("Last-Event-ID") ?? context.req.query("after");
    const limit = pageOf(context).limit || undefined;
    const events = await store.events.read(session, { after, limit });
    if (context.req.header("Accept")?.includes("text/event-stream"))
      return streamEvents(context, { store, session, after, limit, stopping });
    return done(context, { events: events.map(eventToWire) });
  });
  routes.post("/session/:session_id/events/groups/:name/lease", async (context) => {
    const body = await readBody(context, true);
    const { lease, events } = await store.events.lease(context.req.param("session_id"), context.req.param("name"), {
      limit: numberIn(body["limit"], "limit"),
      seconds: numberIn(body["seconds"], "seconds"),
    });
    return done(context, { lease: lease ?? null, events: events.map(eventToWire) });
  });
  routes.post("/session/:session_id/events/groups/:name/acknowledge", async (context) => {
    const body = await readBody(context);
    const [lease, event] = [field(body, "lease", "string"), field(body, "event_id", "string")];
    if (lease === undefined || event === undefined)
      throw new Refusal("INVALID_BODY", "Expected lease, and event_id, up to which all was handled");
    await store.events.acknowledge(context.req.param("session_id"), context.req.param("name"), lease, event);
    return done(context, null);
  });
  return routes;
}

interface Stream {
  readonly store: Store;
  readonly session: string;
  readonly after: string | undefined;
  readonly limit: number | undefined;
  readonly stopping: AbortSignal;
}

/** Send events as they happen, until the client goes, the session is deleted or the server stops. */
function streamEvents(context: Context, { store, session, limit, stopping, ...start }: Stream): Response {
  return streamSSE(context, async (stream) => {
    let { after } = start;
    let sent = performance.now();
    while (!stream.aborted && !stopping.aborted) {
      const events = await store.events.read(session, { after, limit }).catch((error: unknown) => {
        // A database that is away comes back; a session that is gone does not.
        if (error instanceof StoreError && error.code === "UNAVAILABLE") return [];
        return undefined;
      });
      if (events === undefined) return;
      for (const event of events) {
        await stream.writeSSE({ id: event.id, event: event.kind, data: JSON.stringify(eventToWire(event)) });
        after = event.id;
      }
      const now = performance.now();
      if (events.length === 0 && now - sent > signMs) await stream.write(":\n\n");
      if (events.length > 0 || now - sent > signMs) sent = now;
      if (events.length === 0) await setTimeout(pollMs, undefined, { signal: stopping }).catch(() => {});
    }
  });
}

function numberIn(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") return value;
  throw new Refusal("INVALID_BODY", `Unexpected ${name}, expected a number`);
}

function eventToWire({ id, kind, ref, messageId, message }: SessionEvent) {
  return { id, kind, ref: ref ?? null, message_id: messageId, message: message === undefined ? null : toWire(message) };
}
