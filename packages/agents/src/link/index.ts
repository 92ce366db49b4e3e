import type { LinkRule } from "@ccdag/core";
import { metaToolUse } from "./meta-tool-use.ts";
import { missingAgent } from "./missing-agent.ts";
import { promptExact } from "./prompt-exact.ts";
import { promptNormal } from "./prompt-normal.ts";
import { resultAgentId } from "./result-agent-id.ts";
import { resultTextId } from "./result-text-id.ts";
import { sidechainParent } from "./sidechain-parent.ts";
import { taskNotification } from "./task-notification.ts";
import { teamAndName } from "./team-and-name.ts";
import { teammateSession } from "./teammate-session.ts";
import { unanchoredAgent } from "./unanchored-agent.ts";
import { workflowRun } from "./workflow-run.ts";

/** Link rules, best evidence first. A thread that one rule has linked is not given to the rules after it. */
export const linkRules: readonly LinkRule[] = [
  metaToolUse, // a sidecar of the client
  resultAgentId, // a field of the result
  resultTextId, // the text of the result
  sidechainParent, // a recorded pointer
  promptExact, // equal text
  promptNormal, // nearly equal text, and a name
  teamAndName, // a name
  teammateSession, // a name, on every record
  workflowRun, // a folder
  taskNotification, // weak evidence
  unanchoredAgent, // no evidence: placed by time
  missingAgent, // calls without an agent so far
];
