import type { LinkRule } from "@ccdag/core";
import { metaToolUse } from "./meta-tool-use.ts";
import { promptExact, promptNormal } from "./prompt.ts";
import { resultAgentId } from "./result-agent-id.ts";
import { resultTextId } from "./result-text-id.ts";
import { sidechainParent } from "./sidechain-parent.ts";
import { taskNotification } from "./task-notification.ts";

/** Link rules, best evidence first; a line that one rule has linked is not asked again. */
export const linkRules: readonly LinkRule[] = [
  metaToolUse, // the client's own note
  resultAgentId, // a field of the result
  resultTextId, // the same in words
  sidechainParent, // a recorded pointer
  promptExact, // equal words
  promptNormal, // nearly equal words, and a name
  taskNotification, // better than nothing
];
