import type { ModelUsage } from "@ccdag/ccast";
import type { Attributes } from "../attributes.ts";

/** The tokens of one call. The conventions count tokens of the cache as input, too; the API does not. */
export function usageAttributes(used: ModelUsage | undefined): Attributes {
  if (used === undefined) return {};
  const { input, output, cacheRead, cacheWrite } = used.usage;
  return {
    "gen_ai.usage.input_tokens": input + cacheRead + cacheWrite,
    "gen_ai.usage.output_tokens": output,
    "gen_ai.usage.cache_read.input_tokens": cacheRead,
    "gen_ai.usage.cache_creation.input_tokens": cacheWrite,
  };
}
