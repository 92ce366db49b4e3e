import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

/** The name of the token in an address. */
const parameter = "token";

/** Admits the browsers of one user: others can reach the port, too. */
export class Gate {
  readonly #token = randomSecret();
  readonly #cookie = randomSecret();
  readonly #unused = new Set<string>();
  readonly #origin: () => string;

  /** @param origin returns how the addresses of the server begin, with the port, which is known once it listens. */
  constructor(origin: () => string) {
    this.#origin = origin;
  }

  /** The name of the cookie. A browser sends a cookie to all ports of a host. */
  get #cookieName(): string {
    return `ccdag-${this.#origin().split(":").at(-1)}`;
  }

  /**
   * The address that admits whoever opens it.
   *
   * @param path the path of a page, with or without an anchor; empty for the index.
   * @param origin how it begins (default: as those of the server).
   */
  addressOf(path: string, origin: string = this.#origin()): string {
    return withToken(origin, path, this.#token);
  }

  /**
   * An address that admits once. Other users of the machine can see the arguments of the command that starts a browser.
   *
   * @param path the path of a page, with or without an anchor (default: the index).
   */
  addressForOnce(path = ""): string {
    const token = randomSecret();
    this.#unused.add(token);
    return withToken(this.#origin(), path, token);
  }

  /**
   * Decide about a request.
   *
   * @returns absent for a request with the cookie; else the response: for one with a token the cookie, and the address
   *   without the token; for any other 403.
   */
  check(context: Context): Response | undefined {
    const isKnown = isSame(getCookie(context, this.#cookieName), this.#cookie);
    const url = new URL(context.req.url);
    const token = url.searchParams.get(parameter);
    if (token === null && isKnown) return undefined;
    if (!isKnown && !this.#accepts(token, context.req.method))
      return context.text("Expected the address that `ccdag serve` printed, with its token.\n", 403);
    url.searchParams.delete(parameter);
    // Two slashes at the beginning would name another host.
    const address = `${url.pathname.replace(/^\/+/, "/")}${url.search}`;
    const secure = this.#origin().startsWith("https:") ? "; Secure" : "";
    context.header("Set-Cookie", `${this.#cookieName}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`);
    return context.redirect(address, 303);
  }

  #accepts(token: string | null, method: string): boolean {
    if (token === null) return false;
    if (isSame(token, this.#token)) return true;
    const once = [...this.#unused].find((one) => isSame(token, one));
    // A HEAD request is no visit.
    if (once !== undefined && method === "GET") this.#unused.delete(once);
    return once !== undefined && method === "GET";
  }
}

function withToken(origin: string, path: string, token: string): string {
  const [page, anchor] = path.split("#", 2);
  return `${origin}/${page}?${parameter}=${token}${anchor === undefined ? "" : `#${anchor}`}`;
}

function randomSecret(): string {
  return randomBytes(16).toString("base64url");
}

/** Compare in a time that does not depend on how much is the same. */
function isSame(given: string | undefined, secret: string): boolean {
  return given !== undefined && timingSafeEqual(sha256(given), sha256(secret));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
