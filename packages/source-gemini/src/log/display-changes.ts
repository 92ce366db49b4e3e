import { isObject, type JsonObject, type NeutralChange } from "@ccdag/core";
import { objects } from "../message-parts.ts";

/** What calls did to files, by their ids: the client keeps the contents before and after beside what it shows. */
export function displayChanges(lines: readonly JsonObject[]): ReadonlyMap<string, readonly NeutralChange[]> {
  const changes = new Map<string, readonly NeutralChange[]>();
  for (const raw of lines)
    if (raw["type"] === "gemini")
      for (const { id, status, resultDisplay } of objects(raw["toolCalls"])) {
        const change = status === "success" && isObject(resultDisplay) ? toChange(resultDisplay) : undefined;
        if (change !== undefined) changes.set(String(id), [change]);
      }
  return changes;
}

function toChange({ filePath: path, originalContent, newContent, isNewFile }: JsonObject): NeutralChange | undefined {
  if (typeof path !== "string" || typeof newContent !== "string") return undefined;
  const before = isNewFile === true ? null : typeof originalContent === "string" ? originalContent : undefined;
  return { path, before, after: newContent };
}
