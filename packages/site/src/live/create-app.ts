import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { workPage } from "../pages/site-manifest.ts";
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
  app.get("/", (context) => sendHome(context, served));
  app.get(`/${workPage}`, async (context) => context.html(await served.home.work()));
  app.get(eventsPath, (context) => (context.req.method === "GET" ? sendEvents(context, served) : context.body(null)));
  app.get(`${eventsPath}/sessions`, async (context) => context.json(await served.home.sessions()));
  app.get(`${eventsPath}/search`, (context) => sendFound(context, served));
  app.get("/:project/at/:page/:entry", async (context) => {
    const { project: name, page, entry } = context.req.param();
    const project = served.projects.get(name)?.project;
    if (project === undefined) return context.notFound();
    // A text that the pages do not show, such as that of a hook, is in its session all the same.
    const found = (await project.find(entry, page)) ?? encodeURIComponent(page);
    return context.redirect(`/${encodeURIComponent(name)}/${found}`);
  });
  app.get("/:project/:file{.*}", async (context) => {
    const { project: name, file } = context.req.param();
    const project = served.projects.get(name);
    if (project === undefined) return context.notFound();
    if (file === workPage) return context.html(await served.home.work(name));
    if (file === "" || file.endsWith(".html")) return sendPage(context, await project.pages.page(file));
    const content = await project.pages.asset(file);
    return content === undefined ? context.notFound() : sendFile(context, file, content);
  });
  return app;
}

function sendPage(context: Context, page: ShownPage | undefined): Response | Promise<Response> {
  return page === undefined ? context.notFound() : context.html(withVersion(page));
}

/** Send the home; of a single project its sessions, of a single session its page. */
async function sendHome(context: Context, served: ServedProjects): Promise<Response> {
  if (served.hasHome) return sendPage(context, await served.home.page());
  const [only] = served.projects.values();
  if (only === undefined) return context.notFound();
  const page = await served.home.onlyPage();
  const isThere = page !== undefined && (await only.project.page(page)) !== undefined;
  return context.redirect(`/${encodeURIComponent(only.name)}/${isThere ? page : ""}`);
}

/** Send what is found of words, project by project, those that were written to last first, as it is found. */
function sendFound(context: Context, { home, searcher }: ServedProjects): Response {
  const { q = "" } = context.req.query();
  if (searcher === undefined) return context.text("Nothing is searched where texts are redacted.\n", 404);
  return streamSSE(context, async (stream) => {
    const stopping = new AbortController();
    stream.onAbort(() => stopping.abort());
    const send = (event: string, data: unknown) => void stream.writeSSE({ event, data: JSON.stringify(data) });
    for (const { name, source } of await home.byTime()) {
      if (stopping.signal.aborted) return;
      await searcher.search(source, q, stopping.signal, (found) => send("found", { project: name, ...found }));
    }
    send("end", "");
  });
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
