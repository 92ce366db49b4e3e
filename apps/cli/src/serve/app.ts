import { defaultWords } from "@ccdag/render-html";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { renderIndex } from "../site/render-index.ts";
import { type Access, protect } from "./protect.ts";
import { sendFile } from "./send-file.ts";
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

/**
 * Create the HTTP application that serves the pages of projects, read-only.
 *
 * @param shelves the projects, by the name in their address.
 * @param listeners receive the pages that are open.
 * @param access who may read.
 */
export function createApp(shelves: ReadonlyMap<string, Shelf>, listeners: Listeners, access: Access): Hono {
  const app = new Hono();
  protect(app, access);
  app.get("/", (context) => sendIndex(context, shelves));
  app.get(eventsPath, (context) =>
    context.req.method === "GET" ? sendEvents(context, listeners) : context.body(null),
  );
  app.get("/:project/", async (context) => {
    const shelf = shelves.get(context.req.param("project"));
    if (!shelf) return context.notFound();
    return context.html(renderIndex([await shelf.contents()]));
  });
  app.get("/:project/:file{.+}", async (context) => {
    const { project, file: name } = context.req.param();
    const content = await shelves.get(project)?.file(name);
    if (content === undefined) return context.notFound();
    return sendFile(context, name, content);
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
