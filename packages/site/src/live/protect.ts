import type { Context, Hono } from "hono";

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
 * Let an application answer only requests that are admitted and change nothing, with the headers that protect a page.
 *
 * @param app the application, without routes.
 * @param access who may read.
 */
export function protect(app: Hono, { isOwnHost, check, failed }: Access): void {
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
  app.get("/favicon.ico", (context) => context.body(null, 204));
}
