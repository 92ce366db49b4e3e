import { StoreError, type StoreErrorKind } from "@ccdag/store";
import { FormatError } from "@ccdag/store/formats";
import { basePath } from "./base-path.ts";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Why a request was refused; `error` of the answer. */
export type ErrorCode =
  | StoreErrorKind
  | "INVALID_QUERY"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "NOT_IMPLEMENTED"
  | "INTERNAL";

/** The status of each error; that of the others is 400. It is `code` of the answer, too. */
const statuses: Readonly<Partial<Record<ErrorCode, ContentfulStatusCode>>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PARENT_NOT_FOUND: 404,
  LEAF_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REF_NOT_FOUND: 404,
  REF_EXISTS: 409,
  REF_IS_TAG: 409,
  REF_CHANGED: 412,
  LEASE_HELD: 409,
  LEASE_LOST: 409,
  LEAF_MOVED: 409,
  ID_CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
};

/** A request that is refused. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  /**
   * @param code the reason, for programs.
   * @param message the reason, for people.
   */
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "Refusal";
    this.code = code;
  }
}

/** The answer to a request that was carried out. */
export function done(context: Context, data: unknown, status: ContentfulStatusCode = 200): Response {
  return context.json({ code: 0, data, msg: "" }, status);
}

/** The answer to a request that made something. */
export function created(context: Context, data: unknown, place: string): Response {
  context.header("Location", `${basePath}/${place}`);
  return done(context, data, 201);
}

/** The answer to a request that was not. An error that nobody expected is not described: it may hold data of others. */
export function refused(context: Context, error: unknown): Response {
  const { code, message } = toRefusal(error);
  const status = statuses[code] ?? 400;
  if (status === 503) context.header("Retry-After", "1");
  return context.json({ code: status, msg: message, error: code }, status);
}

/** What to say of an error. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreError) return new Refusal(error.code, error.message);
  if (error instanceof FormatError) return new Refusal("INVALID_BODY", error.message);
  return new Refusal("INTERNAL", "The server failed; its log names the request");
}
