import { createHash, timingSafeEqual } from "node:crypto";
import type { Store } from "@ccdag/store";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { Refusal } from "./envelope.ts";

/** What the routes know of who asks. */
export interface Visitor {
  readonly Variables: {
    /** The project that the token opens; absent if no token is needed. */
    readonly project: string | undefined;
    /** The names of the fields that the body of the request may have. */
    readonly fields: readonly string[] | undefined;
  };
}

/** Addresses of this machine, as they are in a URL. */
const loopbackNames: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Whether an address that a server listens on is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const noAddress = { hostname: "", origin: "" };

/**
 * Refuse pages of other origins: a browser sends their requests from this machine, too, and a name of theirs may lead to it.
 *
 * @param isPublic whether the server listens on other addresses than loopback, so that any name may be its own.
 */
export function sameOrigin(isPublic: boolean): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    // A name may be one that no URL has.
    const { hostname, origin } = URL.canParse(context.req.url) ? new URL(context.req.url) : noAddress;
    if (!isPublic && !isLoopback(hostname))
      throw new Refusal("FORBIDDEN", "Expected a request to an address of this machine");
    const from = context.req.header("Origin");
    if (from !== undefined && from !== origin) throw new Refusal("FORBIDDEN", "Expected no page of another origin");
    await next();
  });
}

/** Whether a request changes nothing. */
export function onlyReads({ req: { method } }: Context): boolean {
  return method === "GET" || method === "HEAD";
}

/** Which tokens a server takes. */
export interface Keys {
  /** Those of the store. */
  readonly tokens: Store["tokens"];
  /** As for {@link sameOrigin}. */
  readonly isPublic: boolean;
  /** A token of the server itself, which opens all projects; absent if there is none. */
  readonly own: string | undefined;
}

/** Ask for a token, if the store or the server has any, or the server is public. */
export function authorize({ tokens, isPublic, own }: Keys): MiddlewareHandler<Visitor> {
  return createMiddleware<Visitor>(async (context, next) => {
    const token = /^Bearer +(\S+)$/i.exec(context.req.header("Authorization") ?? "")?.[1];
    const isOwn = token !== undefined && own !== undefined && isSame(token, own);
    const found = token === undefined || isOwn ? undefined : await tokens.find(token);
    if (!isOwn && found === undefined && (isPublic || own !== undefined || (await tokens.list()).length > 0)) {
      context.header("WWW-Authenticate", "Bearer");
      throw new Refusal("UNAUTHORIZED", "Expected a token, as `Authorization: Bearer …`");
    }
    if (found?.isReadOnly === true && !onlyReads(context))
      throw new Refusal("FORBIDDEN", "Expected a token that may write: this one may only read");
    context.set("project", found?.projectId);
    await next();
  });
}

/** Compare two tokens in a time that does not depend on where they differ. */
function isSame(token: string, other: string): boolean {
  const [one, two] = [token, other].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one!, two!);
}

/** Refuse sessions of other projects as those that do not exist. */
export function inProject(store: Store): MiddlewareHandler<Visitor> {
  return createMiddleware<Visitor>(async (context, next) => {
    const project = context.get("project");
    const session = project === undefined ? undefined : await store.session(context.req.param("session_id")!);
    if (session !== undefined && session.projectId !== project)
      throw new Refusal("SESSION_NOT_FOUND", "No such session");
    await next();
  });
}
