import type { JsonRecord } from "../types.ts";

/** An item of a conversation in a format, and the message that it is made of. */
export interface FormatItem {
  readonly item: JsonRecord;
  /** The position of the message among those that were given. */
  readonly index: number;
}
