import { defaultWords } from "@ccdag/render-html";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { renderIndex } from "../site/render-index.ts";
import type { Shelf } from "./shelf.ts";

/** The path of the event stream that notifies pages of changes. */
export const eventsPath = "/events";

/** Notifies open pages of changed pages. */
export class Listeners {
  readonly #all = new Set<(paths: readonly string[]) => void>();

  /** Number of open pages. */
  get count(): number {
    return this.#all.size;
  }

  /** Add a listener; the returned function removes it. */
  add(listener: (paths: readonly string[]) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Call each listener with the paths of the changed pages. */
  notify(paths: readonly string[]): void {
    for (const listener of this.#all) listener(paths);
  }
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
};

/** Who may read, and where errors go. */
export interface Access {
  /** Whether a Host header names this server. Requests with other ones come from a page whose domain was rebound to this machine. */
  readonly isOwnHost: (host: string) => boolean;
  /** The response to a request that is not admitted; absent for one that is. */
  readonly check: (context: Context) => Response | undefined;
  /** Called with the path of a request that failed, and the error. Neither is for the page. */
  readonly failed: (path: string, error: unknown) => void;
}

/**
 * Create the HTTP application that serves the pages of projects, read-only.
 *
 * @param shelves the projects, by the name in their address.
 * @param listeners receive the pages that are open.
 * @param access who may read.
 */
export function createApp(
  shelves: ReadonlyMap<string, Shelf>,
  listeners: Listeners,
  { isOwnHost, check, failed }: Access,
): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cross-Origin-Resource-Policy", "same-origin");
    context.header("Cross-Origin-Opener-Policy", "same-origin");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cache-Control", "no-store");
    context.header("Content-Security-Policy", "frame-ancestors 'none'");
    if (!isOwnHost(context.req.header("host") ?? ""))
      return context.text("Expected the address that `ccdag serve` printed.\n", 403);
    const refusal = check(context);
    if (refusal) return refusal;
    if (!/^(?:GET|HEAD)$/.test(context.req.method)) return context.text("There is nothing to change here.\n", 405);
    await next();
    return undefined;
  });
  app.onError((error, context) => {
    // What cannot be rendered fails one request; the server continues.
    failed(context.req.path, error);
    return context.text("Cannot render this page; `ccdag serve` printed why.\n", 500);
  });
  app.get("/", (context) => sendIndex(context, shelves));
  app.get(eventsPath, (context) =>
    context.req.method === "GET" ? sendEvents(context, listeners) : context.body(null),
  );
  app.get("/favicon.ico", (context) => context.body(null, 204));
  app.get("/:project/", async (context) => {
    const shelf = shelves.get(context.req.param("project"));
    if (!shelf) return context.notFound();
    return context.html(renderIndex([await shelf.contents()]));
  });
  app.get("/:project/:file{.+}", async (context) => {
    const { project, file: name } = context.req.param();
    const content = await shelves.get(project)?.file(name);
    if (content === undefined) return context.notFound();
    const type = types[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
    // A page contains its own policy; any other file is untrusted and gets no permissions when it is opened.
    const policy = name.endsWith(".html") ? "frame-ancestors 'none'" : "sandbox; default-src 'none'";
    return context.body(typeof content === "string" ? content : new Uint8Array(content), 200, {
      "Content-Type": type,
      "Content-Security-Policy": policy,
    });
  });
  return app;
}

/** Send the index of the only project; of several projects only the names, because rendering all of them takes long. */
async function sendIndex(context: Context, shelves: ReadonlyMap<string, Shelf>): Promise<Response> {
  const [first, ...others] = [...shelves.values()];
  if (first === undefined) return context.notFound();
  if (others.length > 0) {
    const rows = [...shelves.keys()].map((name) => ({
      title: name,
      href: `${encodeURIComponent(name)}/`,
      depth: 0,
      models: [],
      tokens: 0,
      messages: 0,
      branches: 0,
      agents: 0,
    }));
    return context.html(renderIndex([{ title: "", sessions: rows }], { title: defaultWords.projects }));
  }
  const { sessions } = await first.contents();
  const name = encodeURIComponent(first.name);
  return context.redirect(sessions.length === 1 ? `/${name}/${sessions[0]!.href}` : `/${name}/`);
}

function sendEvents(context: Context, listeners: Listeners): Response {
  return streamSSE(context, async (stream) => {
    const remove = listeners.add((paths) => void stream.writeSSE({ event: "change", data: JSON.stringify(paths) }));
    await stream.writeSSE({ event: "hello", data: "" });
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    remove();
  });
}
