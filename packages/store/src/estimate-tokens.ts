import type { MessageContent } from "./types.ts";

/** The name of {@link estimateTokens}, for answers that hold its figures. */
export const estimatorName = "utf8-bytes/4";

/** Estimate the tokens of a message: a quarter of the bytes of its texts and calls, rounded up. */
export function estimateTokens({ parts }: MessageContent): number {
  let bytes = 0;
  for (const { text, meta, type } of parts) {
    if (typeof text === "string") bytes += Buffer.byteLength(text);
    if (type !== "tool-call") continue;
    for (const value of [meta?.["name"], meta?.["arguments"]])
      if (typeof value === "string") bytes += Buffer.byteLength(value);
  }
  return Math.ceil(bytes / 4);
}
