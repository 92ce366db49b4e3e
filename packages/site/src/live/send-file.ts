import type { Context } from "hono";

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
};

/** The policy of a page beside the one that it contains. */
const pagePolicy = "frame-ancestors 'none'";

/**
 * Send a page, or a file that belongs to one. A page contains its own policy; any other file is untrusted and gets no permissions
 * when it is opened.
 *
 * @param context the request.
 * @param name the name of the file, by which its type is known.
 * @param content its content.
 * @param policy the policy of a page beside its own one (default: no frames around it).
 */
export function sendFile(
  context: Context,
  name: string,
  content: string | Uint8Array,
  policy: string = pagePolicy,
): Response {
  const type = types[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream";
  return context.body(typeof content === "string" ? content : new Uint8Array(content), 200, {
    "Content-Type": type,
    "Content-Security-Policy": name.endsWith(".html") ? policy : "sandbox; default-src 'none'",
  });
}
