/** Why a request was refused; what the server sends as `error`, and one code of the client. */
export type StoreRequestCode =
  /** The message, its format, or another field of what was sent cannot be stored. */
  | "INVALID_BODY"
  /** A parameter such as `limit` or `scope` has a value that it cannot have. */
  | "INVALID_QUERY"
  | "INVALID_SESSION_ID"
  | "INVALID_PARENT_ID"
  | "INVALID_LEAF_ID"
  /** The cursor is broken, or of another list or order. */
  | "INVALID_CURSOR"
  /** The store has tokens, and none of them was sent. */
  | "UNAUTHORIZED"
  /** The request came from a page of another origin, or to a name that is not of this machine. */
  | "FORBIDDEN"
  /** There is no such route: `baseUrl` may be wrong. */
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "SESSION_NOT_FOUND"
  | "INVALID_REF"
  | "REF_NOT_FOUND"
  | "REF_EXISTS"
  | "REF_IS_TAG"
  | "REF_CHANGED"
  | "LEASE_HELD"
  | "LEASE_LOST"
  | "INVALID_MESSAGE_ID"
  | "MESSAGE_NOT_FOUND"
  | "PARENT_NOT_FOUND"
  | "LEAF_NOT_FOUND"
  /** `expectedLeafId` is no longer the newest message. */
  | "LEAF_MOVED"
  /** Another message was stored with this key, or another project has this session. */
  | "ID_CONFLICT"
  | "TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "INTERNAL"
  | "NOT_IMPLEMENTED"
  | "UNAVAILABLE"
  /** The answer is not of a store, such as the page of a proxy. */
  | "UNEXPECTED_ANSWER";

/**
 * A request that was answered, and not carried out. If no answer arrived, a call throws what `fetch` throws: a `TypeError`
 * if the server cannot be reached, a `TimeoutError` after `timeoutMs`.
 */
export class StoreRequestError extends Error {
  /** The status of the answer, such as 404. */
  readonly status: number;
  /** The reason, for programs: a {@link StoreRequestCode}, or one that a later server has. */
  readonly code: StoreRequestCode | (string & Record<never, never>);

  /**
   * @param status the status of the answer.
   * @param code the reason, for programs.
   * @param message the reason, for people.
   */
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "StoreRequestError";
    this.status = status;
    this.code = code;
  }
}
