import type { Attributes } from "../attributes.ts";

/** What a span of one kind has of its own. */
export interface SpanFields {
  readonly name: string;
  /** A request to a server (default: something within the client). */
  readonly isRequest?: boolean;
  /** The value of `error.type`; absent if nothing failed. */
  readonly error?: string | undefined;
  readonly attributes: Attributes;
}
