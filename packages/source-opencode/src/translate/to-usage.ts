import { isObject, type JsonObject } from "@ccdag/core";
import { number, object } from "../read-value.ts";

/**
 * The tokens of a request (O10). Reasoning is counted as output, as the client does for its cost; a total that holds
 * without it says that the output has it already.
 */
export function toUsage(tokens: unknown, cost: unknown): JsonObject | undefined {
  if (!isObject(tokens)) return undefined;
  const { total, input, output, reasoning, cache } = tokens;
  const { read, write } = object(cache);
  const sum = [input, output, read, write].reduce<number>((all, one) => all + (number(one) ?? 0), 0);
  const isInOutput = number(total) === sum;
  const thought = isInOutput ? 0 : (number(reasoning) ?? 0);
  return {
    input,
    output: number(output) === undefined ? output : Number(output) + thought,
    cacheRead: read,
    cacheWrite: write,
    cost,
  };
}
