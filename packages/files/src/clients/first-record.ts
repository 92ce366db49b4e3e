import { closeSync, openSync, readSync } from "node:fs";
import { isObject, type JsonObject } from "@ccdag/core";

/**
 * The JSON object in the first line of a file, such as the header of a session.
 *
 * @param path the file, for the file system. No more than 64 KB are read.
 * @returns `undefined` if the line holds none.
 * @throws the error of the file system if the file cannot be read.
 */
export function firstRecord(path: string): JsonObject | undefined {
  const head = Buffer.alloc(65_536);
  const file = openSync(path, "r");
  try {
    const [line = ""] = head.toString("utf8", 0, readSync(file, head)).split("\n", 1);
    const record: unknown = JSON.parse(line);
    return isObject(record) ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}
