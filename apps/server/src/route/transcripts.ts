import { sessionIdOf } from "@ccdag/core";
import { toProject } from "@ccdag/files/memory";
import { exportTree, loadFormat } from "@ccdag/pipeline";
import { isUuid, type Store } from "@ccdag/store";
import { type Context, Hono } from "hono";
import { done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { oneOf, readOrRefuse } from "../read-request.ts";
import { importSources } from "../transcripts/import-folder.ts";
import { filesOfSession, recordedId } from "../transcripts/stored-files.ts";

/** The most warnings in an answer; the number of all is beside them. */
const maxWarnings = 100;

/** The types of documents. */
const types = {
  json: "application/json",
  jsonl: "application/x-ndjson",
  markdown: "text/markdown; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;

/** The routes of transcripts and documents. */
export function transcriptRoutes(store: Store): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  routes.post("/import", async (context) => {
    const bytes = new Uint8Array(await readOrRefuse(() => context.req.arrayBuffer()));
    const path = `${sessionIn(bytes)}.jsonl`;
    const warnings: string[] = [];
    const { sessions, inserted, updated, unchanged } = await importSources(store, [{ path, bytes }], {
      projectId: context.get("project"),
      report: (problem) => warnings.push(`${problem.path}: ${problem.reason}`),
    });
    const counts = { inserted, updated, unchanged, warning_count: warnings.length };
    return done(context, { sessions, ...counts, warnings: warnings.slice(0, maxWarnings) });
  });
  routes.get("/session/:session_id/export", async (context) => {
    const as = oneOf(context, "as", ["json", "markdown", "html", "jsonl"]);
    const text = await documentOf(store, context, as);
    // Untrusted text is shown apart from what else this address serves.
    context.header("Content-Security-Policy", "sandbox allow-scripts");
    context.header("X-Content-Type-Options", "nosniff");
    return context.body(text, 200, { "Content-Type": types[as] });
  });
  return routes;
}

async function documentOf(store: Store, context: Context, format: keyof typeof types): Promise<string> {
  const session = await store.session(context.req.param("session_id")!);
  const leafId = context.req.query("leaf_id");
  const leaf = leafId === undefined ? undefined : await nameOf(store, session.id, leafId);
  const stored = await filesOfSession(store, session);
  const files = await Promise.all(stored.map(async ({ path, read }) => ({ path, value: await read() })));
  const own = files.find(({ path }) => sessionIdOf(path) === session.id);
  const request = {
    renderer: await loadFormat(format),
    options: leaf === undefined ? {} : { leaf },
    session: own === undefined ? undefined : session.id,
  };
  const exported = await exportTree(toProject(files), request);
  return exported.documents.flatMap((document) => exported.render(document).texts).join("");
}

/** How its transcript calls a message. */
async function nameOf(store: Store, session: string, leafId: string): Promise<string> {
  const { items } = await store.path(session, { leafId, limit: 1, timeDesc: true });
  const { id, meta } = items[0]!;
  return recordedId(meta) ?? id;
}

/** The session of a transcript, which names its file. */
function sessionIn(bytes: Uint8Array): string {
  const found = /"sessionId"\s*:\s*"([0-9a-f-]{36})"/i.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  );
  if (isUuid(found?.[1])) return found[1].toLowerCase();
  throw new Refusal("INVALID_BODY", "Expected the lines of a transcript, with the UUID of a session as `sessionId`");
}
