import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { JsonObject } from "@ccdag/core";
import { byTime, chain, type OpencodeMessage, toMessage } from "../history/opencode-message.ts";
import { objects, parse, text, without } from "../read-value.ts";
import type { SessionPaths } from "./session-paths.ts";

/** The JSON files of a folder, in their order; none if there is no such folder. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The messages of a stored session, in their order. What a revert deleted is gone. */
export function storedMessages({ messages, parts }: SessionPaths): OpencodeMessage[] {
  const found = filesIn(messages).map((path): OpencodeMessage => {
    const id = basename(path, ".json");
    const { parts: inside, ...info } = read(path);
    const message = toMessage(id, `message/${id}`, without(info, "id", "sessionID"));
    const outside = filesIn(parts(id)).map((file): [string, JsonObject] => [basename(file, ".json"), read(file)]);
    const all = [
      ...objects(inside).map((part, at): [string, JsonObject] => [text(part["id"]) ?? `${id}-${at}`, part]),
      ...outside,
    ];
    for (const [part, data] of all)
      message.parts.set(part, {
        id: part,
        row: `part/${part}`,
        data: without(data, "id", "sessionID", "messageID"),
        isRemoved: false,
      });
    return message;
  });
  found.sort(byTime);
  chain(found);
  return found;
}

/** The object in a file. */
export function read(path: string): JsonObject {
  return parse(readFileSync(path, "utf8"));
}

/** The list in a file; absent if there is none. */
export function readList(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
