import { Hono } from "hono";
import type { BuiltSite } from "./built-site.ts";
import { type Access, protect } from "./protect.ts";
import { sendFile } from "./send-file.ts";

/** A page of a folder that somebody else wrote need not contain a policy: it can load nothing from elsewhere, and send nothing. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Create the HTTP application that serves the files of a site, read-only and as they are.
 *
 * @param site the site.
 * @param access who may read.
 */
export function createSiteApp(site: BuiltSite, access: Access): Hono {
  const app = new Hono();
  protect(app, access);
  app.get("/:path{.*}", async (context) => {
    const path = context.req.param("path") || "index.html";
    const content = await site.file(path);
    return content === undefined ? context.notFound() : sendFile(context, path, content, policy);
  });
  return app;
}
