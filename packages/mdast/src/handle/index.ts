import type { Handler } from "../types.ts";
import { compaction } from "./compaction.ts";
import { document, image, text, thinking, unknown } from "./content.ts";
import { message } from "./message.ts";
import { notice } from "./notice.ts";
import { toolCall } from "./tool-call.ts";
import { toolResult } from "./tool-result.ts";

/** The handler of each node that speaks. What has none is told by `unknown`: nothing is lost. */
export const defaultHandlers: Readonly<Record<string, Handler<never>>> = {
  message,
  compaction,
  notice,
  text,
  thinking,
  image,
  document,
  toolCall,
  toolResult,
  unknown,
};
