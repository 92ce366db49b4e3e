import { isUuid, type Store } from "@ccdag/store";
import { Hono } from "hono";
import { done, Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";
import { oneOf, readOrRefuse } from "../read-request.ts";

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
    // What reads transcripts is loaded for the first of them.
    const { importSources } = await import("../transcripts/import-folder.ts");
    const { sessions, inserted, updated, unchanged } = await importSources(store, [{ path, bytes }], {
      projectId: context.get("project"),
      report: (problem) => warnings.push(`${problem.path}: ${problem.reason}`),
    });
    const counts = { inserted, updated, unchanged, warning_count: warnings.length };
    return done(context, { sessions, ...counts, warnings: warnings.slice(0, maxWarnings) });
  });
  routes.get("/session/:session_id/export", async (context) => {
    const as = oneOf(context, "as", ["json", "markdown", "html", "jsonl"]);
    const { sessionDocument } = await import("../transcripts/session-document.ts");
    const text = await sessionDocument(store, context.req.param("session_id"), as, context.req.query("leaf_id"));
    // Untrusted text is shown apart from what else this address serves.
    context.header("Content-Security-Policy", "sandbox allow-scripts");
    context.header("X-Content-Type-Options", "nosniff");
    return context.body(text, 200, { "Content-Type": types[as] });
  });
  return routes;
}

/** The session of a transcript, which names its file. */
function sessionIn(bytes: Uint8Array): string {
  const found = /"sessionId"\s*:\s*"([0-9a-f-]{36})"/i.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  );
  if (isUuid(found?.[1])) return found[1].toLowerCase();
  throw new Refusal("INVALID_BODY", "Expected the lines of a transcript, with the UUID of a session as `sessionId`");
}
