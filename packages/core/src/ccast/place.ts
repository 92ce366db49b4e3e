import type { Data, Message } from "@ccdag/ccast";
import type { Place } from "../entry/entry.ts";

/** The fields that every node has: where in which file it stands. Nodes of one record share them. */
export interface Placed {
  position: NonNullable<Message["position"]>;
  data: Data;
}

/** Position and data of nodes that tell a record. */
export function placed({ path, line, columns }: Place): Placed {
  const position = { start: { line, column: 1 }, end: { line, column: columns + 1 } };
  return { position, data: { path } };
}
