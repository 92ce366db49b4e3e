import { closeSync, openSync, readSync } from "node:fs";
import { type JsonObject, objectOn } from "@ccdag/core";

/** The beginning of a transcript, for who asks whose it is. */
export interface Beginning {
  readonly bytes: Uint8Array;
  /** The JSON object in its first line; absent if that holds none. */
  readonly record: JsonObject | undefined;
}

/**
 * Read the first 64 KB of a file.
 *
 * @param path the file, for the file system.
 * @throws the error of the file system if the file cannot be read.
 */
export function readBeginning(path: string): Beginning {
  const room = Buffer.alloc(65_536);
  const file = openSync(path, "r");
  try {
    const bytes = room.subarray(0, readSync(file, room));
    return { bytes, record: objectOn(bytes.toString("utf8").split("\n", 1)[0]!) };
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
  return readBeginning(path).record;
}
