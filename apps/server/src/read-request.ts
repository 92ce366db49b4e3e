import { isJsonObject, type JsonRecord, maxLimit } from "@ccdag/store";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "./envelope.ts";

/**
 * Read the body of a request: JSON, or a form with JSON in its field `payload`, as clients send it that may add files.
 *
 * @param context the request.
 * @param isOptional whether it may have no body (default: `false`).
 * @throws Refusal `INVALID_BODY`, `UNSUPPORTED_MEDIA_TYPE`.
 */
export async function readBody(context: Context, isOptional = false): Promise<JsonRecord> {
  const type = (context.req.header("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
  const text = type === "multipart/form-data" ? await payloadOf(context) : await readOrRefuse(() => context.req.text());
  if (text === "" && isOptional) return {};
  if (type !== "application/json" && type !== "multipart/form-data")
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Expected the content type application/json");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal("INVALID_BODY", "The body is not JSON");
  }
  if (isJsonObject(body)) return body;
  throw new Refusal("INVALID_BODY", "Unexpected body, expected an object");
}

async function payloadOf(context: Context): Promise<string> {
  const form = await readOrRefuse(() => context.req.formData());
  if ([...form.values()].some((value) => typeof value !== "string"))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", "Unexpected file: the store keeps messages, no files");
  const payload = form.get("payload");
  if (typeof payload === "string") return payload;
  throw new Refusal("INVALID_BODY", "Expected a field `payload` with JSON");
}

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

/** Which part of a list a request asks for. */
export function pageOf(context: Context): { limit: number | undefined; cursor: string | undefined; timeDesc: boolean } {
  const limit = context.req.query("limit");
  if (limit !== undefined && (!/^\d{1,3}$/.test(limit) || Number(limit) > maxLimit))
    throw new Refusal("INVALID_QUERY", `Unexpected limit, expected a whole number from 0 to ${maxLimit}`);
  return {
    limit: limit === undefined ? undefined : Number(limit),
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
