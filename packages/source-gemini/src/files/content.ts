import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "@ccdag/core";
import { isHeader } from "../log/lines.ts";
import { legacyLines } from "./lines-of.ts";

/**
 * The lines of a log, with what the header does not say in its field `ccdag`. All other bytes are as the client wrote them.
 *
 * @param real the log.
 * @param placed the working directory, and the session of an agent.
 */
export async function contentOf(real: string, placed: JsonObject): Promise<string | Uint8Array> {
  const bytes = await readFile(real);
  if (real.endsWith(".json")) {
    const [header, ...messages] = legacyLines(bytes.toString("utf8"));
    return [{ ...header, ccdag: placed }, ...messages].map((line) => `${JSON.stringify(line)}\n`).join("");
  }
  const end = bytes.indexOf(0x0a);
  const first = bytes.subarray(0, end === -1 ? undefined : end);
  const header = parse(first.toString("utf8"));
  if (header === undefined) return bytes;
  return Buffer.concat([Buffer.from(JSON.stringify({ ...header, ccdag: placed })), bytes.subarray(first.length)]);
}

function parse(line: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) && isHeader(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
