import { closeSync, openSync, readSync } from "node:fs";
import { isObject, type JsonObject } from "@ccdag/core";

/**
 * The first 64 KB of a file.
 *
 * @param path the file, for the file system.
 * @throws the error of the file system if the file cannot be read.
 */
export function beginningOf(path: string): Buffer {
  const bytes = Buffer.alloc(65_536);
  const file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/**
 * The JSON object in the first line of a file, such as the header of a session.
 *
 * @param path the file, for the file system. No more than 64 KB are read.
 * @returns `undefined` if the line holds none.
 * @throws the error of the file system if the file cannot be read.
 */
export function firstRecord(path: string): JsonObject | undefined {
  const [line = ""] = beginningOf(path).toString("utf8").split("\n", 1);
  try {
    const record: unknown = JSON.parse(line);
    return isObject(record) ? record : undefined;
  } catch {
    return undefined;
  }
}
