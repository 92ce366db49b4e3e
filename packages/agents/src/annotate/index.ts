import type { AnnotateRule } from "@ccdag/core";
import { agentAnswer } from "./agent-answer.ts";
import { agentMessage } from "./agent-message.ts";
import { agentPrompt } from "./agent-prompt.ts";
import { agentUsage } from "./agent-usage.ts";
import { forkedCall } from "./forked-call.ts";
import { incompleteAgent } from "./incomplete-agent.ts";
import { launchReceipt } from "./launch-receipt.ts";

/** Rules that mark in the finished tree what is told twice, and what agents came to. */
export const annotateRules: readonly AnnotateRule[] = [
  agentPrompt,
  forkedCall,
  launchReceipt,
  agentAnswer, // a receipt is none
  agentMessage,
  agentUsage,
  incompleteAgent, // asks how the run ended
];
