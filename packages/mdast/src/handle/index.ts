import type { Handler } from "../types.ts";
import { compaction } from "./compaction.ts";
import { document, image, text, thinking, unknown } from "./content.ts";
import { message } from "./message.ts";
import { notice } from "./notice.ts";
import { toolCall } from "./tool-call.ts";
import { toolResult } from "./tool-result.ts";

/** The default handlers by type of node. A node without a handler is rendered by `unknown`, so that nothing is lost. */
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
