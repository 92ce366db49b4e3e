import type { LinkRule } from "@ccdag/core";
import { metaToolUse } from "./meta-tool-use.ts";
import { missingAgent } from "./missing-agent.ts";
import { promptExact } from "./prompt-exact.ts";
import { promptNormal } from "./prompt-normal.ts";
import { resultAgentId } from "./result-agent-id.ts";
import { resultTextId } from "./result-text-id.ts";
import { sidechainParent } from "./sidechain-parent.ts";
import { taskNotification } from "./task-notification.ts";
import { unanchoredAgent } from "./unanchored-agent.ts";
import { workflowRun } from "./workflow-run.ts";

/** Link rules, best evidence first; a line that one rule has linked is not asked again. */
export const linkRules: readonly LinkRule[] = [
  metaToolUse, // the client's own note
  resultAgentId, // a field of the result
  resultTextId, // the same in words
  sidechainParent, // a recorded pointer
  promptExact, // equal words
  promptNormal, // nearly equal words, and a name
  workflowRun, // a folder
  taskNotification, // better than nothing
  unanchoredAgent, // nothing: a place in time
  missingAgent, // calls that are left
];
