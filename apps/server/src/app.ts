import type { Store } from "@ccdag/store";
import { Hono } from "hono";
import { requestId, type RequestIdVariables } from "hono/request-id";
import { matchedRoutes } from "hono/route";
import { basePath } from "./base-path.ts";
import { compressed } from "./compressed.ts";
import { methodsOf, onlyKnown } from "./contract.ts";
import { readDocument } from "./document.ts";
import { drainBody } from "./drain.ts";
import { done, Refusal, refused, toRefusal } from "./envelope.ts";
import { authorize, inProject, type Keys, sameOrigin, type Visitor } from "./guard.ts";
import { Metrics } from "./metrics.ts";
import { limitBody, limitTogether, plainBody } from "./read-request.ts";
import { changeRoutes } from "./route/change-routes.ts";
import { eventRoutes } from "./route/event-routes.ts";
import { messageRoutes } from "./route/message-routes.ts";
import { routesNotOffered } from "./route/not-offered.ts";
import { refRoutes } from "./route/ref-routes.ts";
import { sessionRoutes } from "./route/session-routes.ts";
import { transcriptRoutes } from "./route/transcripts.ts";

/** What a server logs of a request. No text of a message is in it, and no token. */
export interface LogEntry {
  /** The id of the request: its `X-Request-Id`, or a new one; the answer has it, too. */
  readonly id: string;
  readonly method: string;
  /** The route, such as `/api/v1/session/:session_id/messages`, or `-`. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The kind of error of a request that was refused. */
  readonly error?: string | undefined;
  /** What nobody expected: the name and the code of the error, and where in the program it happened. */
  readonly cause?: Error | undefined;
}

/** How a server behaves. */
export interface AppOptions {
  /** Whether other machines can reach it: every request then needs a token (default: `false`). */
  readonly isPublic?: boolean | undefined;
  /** A token that opens all projects (default: none). With it, every request needs a token. */
  readonly token?: string | undefined;
  /** The most bytes of a body (default: 32 MB). All bodies that are read at once may have twice as many. */
  readonly maxBodyBytes?: number | undefined;
  /** Ends streams of events when the server stops (default: they end with their clients). */
  readonly stopping?: AbortSignal | undefined;
  /** Called after each request (default: nothing is logged). */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** What the routes of a server know of a request. */
export interface ServerEnv {
  readonly Variables: RequestIdVariables;
}

const defaultBodyBytes = 32 * 1024 * 1024;

/**
 * Make the server of a store, as a function from a request to a response: `app.fetch`, or `app.request` in tests.
 *
 * @param store an open store. The server does not close it.
 * @param options see {@link AppOptions}.
 */
export function createApp(store: Store, options: AppOptions = {}): Hono<ServerEnv> {
  const { isPublic = false, maxBodyBytes = defaultBodyBytes, token, log } = options;
  const { stopping = new AbortController().signal } = options;
  const app = new Hono<ServerEnv>();
  const errors = new WeakMap<Request, unknown>();
  const metrics = new Metrics();
  app.use(requestId());
  app.use(async (context, next) => {
    const start = performance.now();
    await next();
    const error = errors.get(context.req.raw);
    const entry: LogEntry = {
      id: context.var.requestId,
      method: context.req.method,
      // Also if something before the route refused.
      route: matchedRoutes(context).findLast(({ method }) => method !== "ALL")?.path ?? "-",
      status: context.res.status,
      milliseconds: Math.round(performance.now() - start),
      ...describe(error),
    };
    await metrics.count(entry, (performance.now() - start) / 1000);
    log?.(entry);
  });
  app.use(drainBody(maxBodyBytes));
  app.use(compressed);
  app.use(sameOrigin(isPublic));
  app.get("/healthz", (context) => done(context, "alive"));
  app.get("/readyz", async (context) => {
    await store.ready().catch(() => {
      throw new Refusal("UNAVAILABLE", "The database does not answer");
    });
    return done(context, "ready");
  });
  const keys = { tokens: store.tokens, isPublic, own: token };
  app.use("/metrics", authorize(keys), onlyKnown);
  app.get("/metrics", async (context) => {
    const { text, type } = await metrics.read();
    return context.body(text, 200, { "Content-Type": type });
  });
  app.route(basePath, apiOf(store, keys, maxBodyBytes, stopping));
  app.notFound(async (context) => {
    const methods = await methodsOf(context);
    if (methods.length === 0) return refused(context, new Refusal("NOT_FOUND", "No such route"));
    context.header("Allow", methods.join(", "));
    return refused(context, new Refusal("METHOD_NOT_ALLOWED", `Expected ${methods.join(" or ")}`));
  });
  app.onError((error, context) => {
    errors.set(context.req.raw, error);
    return refused(context, error);
  });
  return app;
}

/** The routes that need a token, and what they have in common. */
function apiOf(store: Store, keys: Keys, maxBodyBytes: number, stopping: AbortSignal): Hono<Visitor> {
  const api = new Hono<Visitor>();
  api.get("/ping", (context) => context.json({ code: 0, msg: "pong" }));
  api.get("/openapi.json", async (context) => context.json(await readDocument()));
  api.use("*", authorize(keys));
  api.use(plainBody, limitTogether(2 * maxBodyBytes, maxBodyBytes), limitBody(maxBodyBytes));
  api.use("/session/:session_id/*", inProject(store));
  api.use(onlyKnown);
  for (const route of [
    sessionRoutes(store),
    changeRoutes(store),
    messageRoutes(store),
    refRoutes(store),
    eventRoutes(store, stopping),
    transcriptRoutes(store),
    routesNotOffered(),
  ])
    api.route("/", route);
  return api;
}

function describe(error: unknown): Pick<LogEntry, "error" | "cause"> {
  if (error === undefined) return {};
  const { code } = toRefusal(error);
  return { error: code, ...(code === "INTERNAL" ? { cause: withoutData(error) } : {}) };
}

/**
 * An error without what it says: a database repeats the values of a query in its errors, and so does `JSON.parse`.
 *
 * @returns an error with the same name, code and place.
 */
function withoutData(error: unknown): Error {
  const { name, code, message = "", stack = "" } = Object(error) as Partial<Error> & { readonly code?: unknown };
  const safe = new Error(isWord(code) ? code : "without a code");
  safe.name = isWord(name) ? name : "Error";
  const places = stack.slice(stack.indexOf(message) + message.length).split("\n");
  safe.stack = [`${safe.name}: ${safe.message}`, ...places.filter((line) => /^ {4}at \S/.test(line))].join("\n");
  return safe;
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && /^\w{1,40}$/.test(value);
}
