import type { JsonObject } from "@ccdag/core";
import { inside, partsOf, text } from "../message-parts.ts";

/** The calls whose results stand in a message of the log. */
export function callsWithResults(lines: readonly JsonObject[]): Set<string> {
  const calls = new Set<string>();
  for (const raw of lines)
    if (raw["type"] === "user")
      for (const part of partsOf(raw["content"])) {
        const id = text(inside(part, "functionResponse")?.["id"]);
        if (id !== undefined) calls.add(id);
      }
  return calls;
}
