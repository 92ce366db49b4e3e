import { isObject, type LinkRule, type LinkView, type OpenLine } from "@ccdag/core";
import { firstText } from "../agent-file.ts";
import { type Call, callIndex, linkTo } from "../index-calls.ts";

/**
 * The recorded parent of the first entry is elsewhere: on the call (seed 002), in an older agent that this one
 * continues (A001), or in the conversation that an internal agent was made from. Progress of an agent names its call.
 *
 * ```text
 * main: A1=task-123 ─ U1=r     sidechain: U2 (hangs on A1) ─ A2
 * ```
 */
export const sidechainParent: LinkRule = {
  name: "sidechain-parent",
  *link(open, view) {
    const index = callIndex(view);
    const progress = progressCalls(view);
    for (const line of open) {
      const parent = view.parentOf(line.root);
      const isElsewhere = parent !== undefined && view.lineOf(parent) !== line.info;
      const calls = isElsewhere ? index.of(parent) : [];
      const named = progress.get(line.info.agent!.agentId);
      const call = pick(calls, line) ?? (named === undefined ? undefined : index.byId(named, line));
      if (call) yield linkTo(line, call, `recorded under ${call.id}`, index);
      else if (isElsewhere) yield { line: line.info, parent, because: "recorded parent is on another line" };
    }
  },
};

/** Of several calls in one entry, the one with this prompt. */
function pick(calls: readonly Call[], line: OpenLine): Call | undefined {
  const prompt = firstText(line.entries[0]);
  return calls.find(({ input }) => input["prompt"] === prompt) ?? calls[0];
}

function progressCalls({ entries }: LinkView): Map<string, string> {
  const calls = new Map<string, string>();
  for (const { subtype, raw } of entries) {
    if (subtype !== "agent_progress" || !isObject(raw["data"])) continue;
    const { agentId } = raw["data"];
    if (typeof agentId === "string" && typeof raw["parentToolUseID"] === "string")
      calls.set(agentId, raw["parentToolUseID"]);
  }
  return calls;
}
