import { isJsonObject, type JsonRecord, maxLimit } from "@ccdag/store";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refuseUnknown } from "./contract.ts";
import { Refusal } from "./envelope.ts";
import { onlyReads, type Visitor } from "./guard.ts";

/**
 * Read the body of a request: JSON, or a form with JSON in its field `payload`, as clients send it that may add files.
 *
 * @param context the request.
 * @param isOptional whether it may have no body (default: `false`).
 * @throws Refusal `INVALID_BODY`, `UNSUPPORTED_MEDIA_TYPE`.
 */
export async function readBody(context: Context<Visitor>, isOptional = false): Promise<JsonRecord> {
  const type = mediaTypeOf(context);
  const text = type === "multipart/form-data" ? await payloadOf(context) : await readText(context);
  if (text === "" && isOptional) return {};
  if (type !== "application/json" && type !== "multipart/form-data")
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Expected the content type application/json");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal("INVALID_BODY", "The body is not JSON");
  }
  if (isJsonObject(body)) {
    refuseUnknown(Object.keys(body), context.get("fields") ?? [], "field");
    return body;
  }
  throw new Refusal("INVALID_BODY", "Unexpected body, expected an object");
}

async function payloadOf(context: Context): Promise<string> {
  const headers = { "Content-Type": context.req.header("Content-Type") ?? "" };
  const text = await readText(context);
  const form = await readOrRefuse(() => new Response(text, { headers }).formData());
  if ([...form.values()].some((value) => typeof value !== "string"))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Unexpected file: the store keeps messages, no files");
  const payload = form.get("payload");
  if (typeof payload === "string") return payload;
  throw new Refusal("INVALID_BODY", "Expected a field `payload` with JSON");
}

function mediaTypeOf(context: Context): string {
  return (context.req.header("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body. Bytes that are no UTF-8 would be stored as other characters than were sent. */
async function readText(context: Context): Promise<string> {
  const bytes = await readOrRefuse(() => context.req.arrayBuffer());
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal("INVALID_BODY", "The body is not UTF-8");
  }
}

/** Refuse bodies in an encoding that the server does not read. */
export const plainBody: MiddlewareHandler = async (context, next) => {
  const encoding = context.req.header("Content-Encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity")
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Unexpected Content-Encoding, expected none");
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(context.req.header("Content-Type") ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset)) throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Unexpected charset, expected utf-8");
  await next();
};

/**
 * Read a body. If that fails, the client has gone, or sent something else than it said; nothing is wrong with the server.
 *
 * @throws Refusal `INVALID_BODY`.
 */
export async function readOrRefuse<T>(body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("INVALID_BODY", "The body cannot be read");
  }
}

/** Refuse bodies of more than so many bytes. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal("TOO_LARGE", `Unexpected size of the body, expected at most ${maxSize} bytes`);
    },
  });
  // It reads a body of unknown length. What the routes throw does not come by here.
  return (context, next) => readOrRefuse(() => limit(context, next));
}

/**
 * Let bodies share a number of bytes: those that are read at once may have no more together. A body of unknown length counts as
 * the largest one.
 *
 * @param all how many bytes there are for all.
 * @param most the most bytes of one body.
 */
export function limitTogether(all: number, most: number): MiddlewareHandler {
  let used = 0;
  return async (context, next) => {
    const length = Number(context.req.header("Content-Length") ?? (context.req.header("Transfer-Encoding") ? most : 0));
    const bytes = onlyReads(context) || !(length > 0) ? 0 : Math.min(length, most);
    if (bytes > 0 && used + bytes > all) throw new Refusal("UNAVAILABLE", "Too many large bodies at once; try again");
    used += bytes;
    try {
      await next();
    } finally {
      used -= bytes;
    }
  };
}

/**
 * A field of a body.
 *
 * @param body the body.
 * @param name the name of the field.
 * @param type the type that it must have.
 * @returns its value; absent if there is none, or `null`.
 * @throws Refusal `INVALID_BODY` for another type.
 */
export function field(body: JsonRecord, name: string, type: "string"): string | undefined;
export function field(body: JsonRecord, name: string, type: "boolean"): boolean | undefined;
export function field(body: JsonRecord, name: string, type: "object"): JsonRecord | undefined;
export function field(body: JsonRecord, name: string, type: "string" | "boolean" | "object"): unknown {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (type === "object" ? isJsonObject(value) : typeof value === type) return value;
  throw new Refusal("INVALID_BODY", `Unexpected ${name}, expected ${type === "object" ? "an object" : `a ${type}`}`);
}

/**
 * Which part of a list a request asks for.
 *
 * @param usual the limit if none is named (default: none, all is read).
 */
export function pageOf(
  context: Context,
  usual?: number,
): { limit: number | undefined; cursor: string | undefined; timeDesc: boolean } {
  const limit = context.req.query("limit");
  if (limit !== undefined && (!/^\d{1,3}$/.test(limit) || Number(limit) > maxLimit))
    throw new Refusal("INVALID_QUERY", `Unexpected limit, expected a whole number from 0 to ${maxLimit}`);
  return {
    limit: limit === undefined ? usual : Number(limit),
    cursor: context.req.query("cursor"),
    timeDesc: flag(context, "time_desc"),
  };
}

/** A parameter that is true or false, and false if it is absent. */
function flag(context: Context, name: string): boolean {
  return oneOf(context, name, ["false", "true"]) === "true";
}

/**
 * A parameter with a few possible values.
 *
 * @returns the first of them if it is absent.
 * @throws Refusal `INVALID_QUERY` for another value.
 */
export function oneOf<T extends string>(context: Context, name: string, values: readonly [T, ...T[]]): T {
  const value = context.req.query(name);
  if (value === undefined) return values[0];
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw new Refusal("INVALID_QUERY", `Unexpected ${name}, expected ${values.join(", ")}`);
}
