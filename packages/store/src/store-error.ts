/** Why the store refused something. */
export type StoreErrorKind =
  | "INVALID_SESSION_ID"
  | "INVALID_PARENT_ID"
  | "PARENT_NOT_FOUND"
  | "INVALID_LEAF_ID"
  | "LEAF_NOT_FOUND"
  | "INVALID_MESSAGE_ID"
  | "MESSAGE_NOT_FOUND"
  | "SESSION_NOT_FOUND"
  | "INVALID_CURSOR"
  | "INVALID_QUERY"
  | "LEAF_MOVED"
  | "INVALID_REF"
  | "REF_NOT_FOUND"
  | "REF_EXISTS"
  | "REF_IS_TAG"
  | "REF_CHANGED"
  | "LEASE_HELD"
  | "LEASE_LOST"
  | "ID_CONFLICT"
  | "INVALID_BODY"
  | "TOO_LARGE"
  | "STORE_IN_USE"
  | "NOT_A_STORE"
  | "NEWER_STORE"
  | "UNAVAILABLE";

/** What the store throws if a call cannot be carried out. Nothing was changed then. */
export class StoreError extends Error {
  /** The reason, for programs. */
  readonly code: StoreErrorKind;

  /**
   * @param code the reason, for programs.
   * @param message the reason, for people.
   * @param options the error that it comes from.
   */
  constructor(code: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.code = code;
  }
}
