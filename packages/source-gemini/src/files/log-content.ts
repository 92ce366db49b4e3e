import { readFile } from "node:fs/promises";
import { type JsonObject, objectOn } from "@ccdag/core";
import { isHeader } from "../log/log-lines.ts";
import { legacyLines, toLines } from "./to-lines.ts";
import { originsOf } from "./origins.ts";

/**
 * The lines of a log, with what the client does not say in their field `ccdag`: in the header the working directory and the
 * session of an agent, in a message that was copied from another session where it stands there. All other bytes are as
 * the client wrote them.
 *
 * @param real the log.
 * @param placed what the header has to say.
 * @param others logs of sessions that it may have been copied from.
 */
export async function contentOf(
  real: string,
  placed: JsonObject,
  others: readonly string[],
): Promise<string | Uint8Array> {
  const bytes = await readFile(real);
  if (real.endsWith(".json")) {
    const [header, ...messages] = legacyLines(bytes.toString("utf8"));
    return [{ ...header, ccdag: placed }, ...messages].map((line) => `${JSON.stringify(line)}\n`).join("");
  }
  const added = new Map<JsonObject, JsonObject>();
  const lines = splitLines(bytes).map((line) => ({ line, raw: objectOn(line.toString("utf8")) }));
  const [first] = lines;
  if (first?.raw && isHeader(first.raw)) added.set(first.raw, placed);
  if (others.length > 0) {
    const objects = lines.map(({ raw }) => raw).filter((raw) => raw !== undefined);
    for (const [index, origin] of originsOf(objects, await read(others))) added.set(objects[index]!, { ...origin });
  }
  return Buffer.concat(
    lines.map(({ line, raw }) => {
      const ccdag = raw && added.get(raw);
      return ccdag ? Buffer.from(`${JSON.stringify({ ...raw, ccdag })}\n`) : line;
    }),
  );
}

async function read(paths: readonly string[]): Promise<Map<string, JsonObject[]>> {
  const logs = new Map<string, JsonObject[]>();
  for (const path of paths) logs.set(path, toLines(path, await readFile(path, "utf8")));
  return logs;
}

/** The lines of a file, with their ends. */
function splitLines(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < content.length;) {
    const end = content.indexOf(0x0a, from);
    const to = end === -1 ? content.length : end + 1;
    lines.push(content.subarray(from, to));
    from = to;
  }
  return lines;
}
