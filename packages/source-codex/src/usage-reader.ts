import type { JsonObject } from "@ccdag/core";
import { type AnyLine, isEvent, type RolloutLine } from "./line.ts";
import { count, object } from "./values.ts";

/** Tokens of one response, each part once. */
export interface ResponseTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * Finds what each response has used. `token_usage_record` says it (since 0.171). Before, `token_count` does, which is
 * also repeated without a response: it counts if the total is another one than before. The total begins at zero again
 * when a session is resumed.
 */
export class UsageReader {
  #total = "";
  #hasRecords = false;

  /**
   * Read the records of a stretch.
   *
   * @param lines the records.
   * @param isPart whether a record is a part of a response.
   * @returns the usage of each response, by the record that shows it: the part before the usage, in 0.63 the one after it;
   *   the record of the usage itself if there is none, as of the request for a summary.
   */
  read(lines: readonly AnyLine[], isPart: (line: RolloutLine) => boolean): ReadonlyMap<RolloutLine, ResponseTokens> {
    const shown = new Map<RolloutLine, ResponseTokens>();
    let part: RolloutLine | undefined;
    let early: { readonly line: RolloutLine; readonly tokens: ResponseTokens } | undefined;
    const flush = (line: RolloutLine | undefined) => {
      if (early) shown.set(line ?? early.line, early.tokens);
      early = undefined;
    };
    for (const line of lines) {
      if ("form" in line) continue;
      const tokens = this.#tokens(line);
      if (isPart(line)) {
        if (early) flush(line);
        else part = line;
      } else if (tokens !== undefined) {
        flush(undefined);
        if (part === undefined) early = { line, tokens };
        else shown.set(part, tokens);
        part = undefined;
      }
    }
    flush(undefined);
    return shown;
  }

  /** What a response has used, if the record says it for the first time. */
  #tokens(line: RolloutLine): ResponseTokens | undefined {
    if (line.type === "token_usage_record") {
      this.#hasRecords = true;
      return tokensOf(object(line.payload["usage"]));
    }
    if (!isEvent(line, "token_count")) return undefined;
    const info = object(line.payload["info"]);
    const total = info["total_token_usage"] === undefined ? "" : JSON.stringify(info["total_token_usage"]);
    const isNew = total !== "" && total !== this.#total;
    this.#total = total;
    return isNew && !this.#hasRecords ? tokensOf(object(info["last_token_usage"])) : undefined;
  }
}

/** `input_tokens` includes what was read from the cache and written to it; `output_tokens` includes reasoning. */
function tokensOf(usage: JsonObject): ResponseTokens {
  const [all, cacheRead, cacheWrite, output] = [
    "input_tokens",
    "cached_input_tokens",
    "cache_write_input_tokens",
    "output_tokens",
  ].map((name) => count(usage[name]) ?? 0) as [number, number, number, number];
  return { input: Math.max(0, all - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}
