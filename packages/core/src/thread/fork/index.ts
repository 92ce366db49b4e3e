import { concurrentResume } from "./concurrent-resume.ts";
import { deadEndCall } from "./dead-end-call.ts";
import { draft } from "./draft.ts";
import { interruptNotice } from "./interrupt-notice.ts";
import { livePassthrough } from "./live-passthrough.ts";
import { localCommand } from "./local-command.ts";
import { parallelResult } from "./parallel-result.ts";
import { queuedPrompt } from "./queued-prompt.ts";
import { resumeAt } from "./resume-at.ts";
import { resumedSession } from "./resumed-session.ts";
import { rewind } from "./rewind.ts";
import type { ForkRule, KindRule } from "./fork-rule.ts";
import { skillBody } from "./skill-body.ts";
import { structuralSibling } from "./structural-sibling.ts";
import { systemSibling } from "./system-sibling.ts";
import { toolFlow } from "./tool-flow.ts";

/** Fork rules of core, in the order in which they are asked; the first that matches names the fork. */
export const forkRules: readonly ForkRule[] = [
  queuedPrompt, // first: it looks at a prompt, which no other rule expects in the middle of a turn
  structuralSibling, // nine of ten forks: a hook or progress record beside one child
  parallelResult, // before dead-end-call: it requires that every result ends
  deadEndCall,
  livePassthrough, // last of its family: it accepts any side that ends
  toolFlow, // results and calls only; the rules after it allow other entries beside them
  interruptNotice,
  localCommand, // before resumed-session: after /exit both fit
  resumedSession,
  systemSibling,
  skillBody,
];

/** Kind rules of core, in the order in which they are asked. The last one takes all sides that remain. */
export const kindRules: readonly KindRule[] = [draft, concurrentResume, resumeAt, rewind];
