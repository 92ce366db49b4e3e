import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { ServedProjects } from "./served-projects.ts";
import type { PageEvent } from "./listeners.ts";
import { type ShownPage, withVersion } from "./page-patch.ts";
import { type Access, protect } from "./protect.ts";
import { sendFile } from "./send-file.ts";

/** The path of the event stream that brings open pages up to date. */
export const eventsPath = "/events";

/**
 * Create the HTTP application that serves the pages of projects, read-only.
 *
 * @param served the projects, and the windows that show them.
 * @param access who may read.
 */
export function createApp(served: ServedProjects, access: Access): Hono {
  const app = new Hono();
  protect(app, access);
  app.get("/", (context) => sendList(context, served));
  app.get(eventsPath, (context) => (context.req.method === "GET" ? sendEvents(context, served) : context.body(null)));
  app.get("/:project/:file{.*}", async (context) => {
    const { project: name, file } = context.req.param();
    const project = served.projects.get(name);
    if (project === undefined) return context.notFound();
    if (file === "" || file.endsWith(".html")) return sendPage(context, await project.pages.page(file));
    const content = await project.pages.asset(file);
    return content === undefined ? context.notFound() : sendFile(context, file, content);
  });
  return app;
}

function sendPage(context: Context, page: ShownPage | undefined): Response | Promise<Response> {
  return page === undefined ? context.notFound() : context.html(withVersion(page));
}

/** Send the list of projects; of a single one its sessions, of a single session its page. */
async function sendList(context: Context, served: ServedProjects): Promise<Response> {
  const list = served.renderList();
  if (list !== undefined) return sendPage(context, list);
  const [only] = served.projects.values();
  if (only === undefined) return context.notFound();
  const { sessions } = await only.project.contents();
  const name = encodeURIComponent(only.name);
  return context.redirect(sessions.length === 1 ? `/${name}/${sessions[0]!.href}` : `/${name}/`);
}

/** Send a window the changes of its page. `page` is the path of the page, and `version` the version that the window shows. */
function sendEvents(context: Context, { listeners }: ServedProjects): Response {
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
