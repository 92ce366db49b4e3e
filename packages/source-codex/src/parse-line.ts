import { isObject } from "@ccdag/core";
import { type RolloutLine, toLine } from "./line.ts";

/** Read a line of a rollout; `undefined` if it holds no record. */
export function parseLine(bytes: Buffer, line: number): RolloutLine | undefined {
  try {
    const raw: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(raw) ? toLine(raw, { path: "", line, columns: bytes.length }) : undefined;
  } catch {
    return undefined;
  }
}
