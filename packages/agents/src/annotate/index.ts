import type { AnnotateRule } from "@ccdag/core";
import { agentAnswer } from "./agent-answer.ts";
import { agentMessage } from "./agent-message.ts";
import { agentPrompt } from "./agent-prompt.ts";
import { agentUsage } from "./agent-usage.ts";
import { callsInProgress } from "./calls-in-progress.ts";
import { forkedCall } from "./forked-call.ts";
import { incompleteAgent } from "./incomplete-agent.ts";
import { launchReceipt } from "./launch-receipt.ts";

/** Annotate rules: they mark repeats in the finished tree, and how agents ended. The order matters. */
export const annotateRules: readonly AnnotateRule[] = [
  agentPrompt,
  forkedCall,
  launchReceipt,
  agentAnswer, // after launchReceipt: a receipt is no answer
  agentMessage,
  agentUsage,
  callsInProgress,
  incompleteAgent, // after agentUsage: it reads the status
];
