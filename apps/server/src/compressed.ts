import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

/** What is smaller is sent sooner as it is. */
const leastBytes = 4096;

/** Compress long answers for clients that take them so. Streams of events stay as they are. */
export const compressed: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const isJson = res.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (!isJson || context.req.method === "HEAD" || !/\bgzip\b/.test(context.req.header("Accept-Encoding") ?? "")) return;
  const body = Buffer.from(await res.arrayBuffer());
  const isLong = body.length >= leastBytes;
  const headers = new Headers(res.headers);
  headers.append("Vary", "Accept-Encoding");
  if (isLong) headers.set("Content-Encoding", "gzip");
  // `undefined` first: Hono adds the headers of the answer before.
  context.res = undefined;
  context.res = new Response(isLong ? await promisify(gzip)(body, { level: 1 }) : body, {
    status: res.status,
    headers,
  });
};
