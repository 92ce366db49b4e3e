import type { IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";

/** How long the rest of a body may take, in milliseconds. */
const drainMs = 10_000;

/**
 * Read what a refused request still sends, before it is answered: a connection that is closed with bytes on their way is reset, and
 * the client, in the middle of a flood, does not see the answer. A body that is too long ends the connection.
 *
 * @param most the most bytes of a body.
 */
export function drainBody(most: number): MiddlewareHandler<{ Bindings: { readonly incoming?: IncomingMessage } }> {
  return async (context, next) => {
    await next();
    // Only behind a port, not in `app.request`.
    const incoming = context.env?.incoming;
    if (incoming === undefined || incoming.complete || incoming.destroyed) return;
    if (Number(context.req.header("Content-Length") ?? 0) > most || !(await isDrained(incoming, most)))
      context.header("Connection", "close");
  };
}

async function isDrained(incoming: IncomingMessage, most: number): Promise<boolean> {
  const stop = new AbortController();
  let bytes = 0;
  const ended = new Promise<boolean>((resolve) => {
    incoming.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > most) resolve(false);
      // `end` does not come if the next request is here already.
      setImmediate(() => incoming.complete && resolve(true));
    });
    incoming.once("end", () => resolve(true)).once("close", () => resolve(incoming.complete));
    incoming.resume();
  });
  const late = setTimeout(drainMs, false, { signal: stop.signal }).catch(() => false);
  const isWhole = await Promise.race([ended, late]);
  stop.abort();
  return isWhole;
}
