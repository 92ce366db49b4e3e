import { isObject } from "@ccdag/core";
import { type Line, toLine } from "./line.ts";

/** Read a line of a rollout; `undefined` if it holds no record. */
export function parseLine(bytes: Buffer, line: number): Line | undefined {
  try {
    const raw: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(raw) ? toLine(raw, { path: "", line, columns: bytes.length }) : undefined;
  } catch {
    return undefined;
  }
}
