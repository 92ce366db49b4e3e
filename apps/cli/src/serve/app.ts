import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Library } from "./library.ts";
import type { PageEvent } from "./listeners.ts";
import { type ShownPage, withVersion } from "./patch.ts";

/** The path of the event stream that brings open pages up to date. */
export const eventsPath = "/events";

const types: Readonly<Record<string, string>> = {
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
 * @param library the projects, and the windows that show them.
 * @param access who may read.
 */
export function createApp(library: Library, { isOwnHost, check, failed }: Access): Hono {
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
  app.get("/", (context) => sendList(context, library));
  app.get(eventsPath, (context) => (context.req.method === "GET" ? sendEvents(context, library) : context.body(null)));
  app.get("/favicon.ico", (context) => context.body(null, 204));
  app.get("/:project/:file{.*}", async (context) => {
    const { project: name, file } = context.req.param();
    const project = library.projects.get(name);
    if (project === undefined) return context.notFound();
    if (file === "" || file.endsWith(".html")) return sendPage(context, await project.pages.page(file));
    const content = await project.pages.asset(file);
    if (content === undefined) return context.notFound();
    return context.body(new Uint8Array(content), 200, {
      "Content-Type": types[/\.(\w+)$/.exec(file)?.[1] ?? ""] ?? "application/octet-stream",
      // It is untrusted, and gets no permissions when it is opened.
      "Content-Security-Policy": "sandbox; default-src 'none'",
    });
  });
  return app;
}

function sendPage(context: Context, page: ShownPage | undefined): Response | Promise<Response> {
  return page === undefined ? context.notFound() : context.html(withVersion(page));
}

/** Send the list of projects; of a single one its sessions, of a single session its page. */
async function sendList(context: Context, library: Library): Promise<Response> {
  const list = library.renderList();
  if (list !== undefined) return sendPage(context, list);
  const [only] = library.projects.values();
  if (only === undefined) return context.notFound();
  const { sessions } = await only.project.contents();
  const name = encodeURIComponent(only.name);
  return context.redirect(sessions.length === 1 ? `/${name}/${sessions[0]!.href}` : `/${name}/`);
}

/** Send a window the changes of its page. `page` is the path of the page, and `version` the version that the window shows. */
function sendEvents(context: Context, { listeners }: Library): Response {
  const { page = "", version = "" } = context.req.query();
  return streamSSE(context, async (stream) => {
    const send = (event: PageEvent) => {
      const data = event.type === "patch" ? JSON.stringify(event.patch) : "";
      void stream.writeSSE({ event: event.type, data });
    };
    await stream.writeSSE({ event: "hello", data: "" });
    const remove = listeners.add({ path: decode(page), version, send });
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    remove();
  });
}

/** The path of a page, as a browser writes it, without its escapes. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
